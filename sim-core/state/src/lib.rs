//! `#[derive(State)]` implements `ground::digest::State` of the crate `fairshare-engine`: the digest of a value for
//! result IDs, and in tests a change of each part.
//!
//! The digest of a struct has its fields in the order of declaration. `#[state(not(a, b))]` above the struct
//! leaves out fields: settings, and values that follow from other fields. These attributes can stand above a
//! field; they see the struct as `self` and the digest as `digest`:
//!
//! - `#[state(if self.paces)]`: the field is in use under this condition, and otherwise adds nothing;
//! - `#[state(then self.other(digest))]`: a call after the field.
//!
//! The digest of an enum without data is the number of its variant. Another enum has one value in each variant
//! and the digest of that value.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{
    Attribute, Data, DeriveInput, Fields, Index, Member, Result, Token, parse_macro_input, parse_quote,
};

#[proc_macro_derive(State, attributes(state))]
pub fn derive_state(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    implementation(input).unwrap_or_else(syn::Error::into_compile_error).into()
}

/// The contents of an attribute `#[state(...)]`.
enum Rule {
    Not(Vec<Ident>),
    If(TokenStream),
    Then(TokenStream),
}

impl Parse for Rule {
    fn parse(input: ParseStream) -> Result<Self> {
        if input.peek(Token![if]) {
            input.parse::<Token![if]>()?;
            return Ok(Rule::If(input.parse()?));
        }
        let word: Ident = input.parse()?;
        if word == "then" {
            return Ok(Rule::Then(input.parse()?));
        }
        if word != "not" {
            return Err(syn::Error::new(word.span(), "expected `not`, `if` or `then`"));
        }
        let names;
        syn::parenthesized!(names in input);
        Ok(Rule::Not(Punctuated::<Ident, Token![,]>::parse_terminated(&names)?.into_iter().collect()))
    }
}

fn rules(attributes: &[Attribute]) -> Result<Vec<Rule>> {
    attributes
        .iter()
        .filter(|attribute| attribute.path().is_ident("state"))
        .map(Attribute::parse_args::<Rule>)
        .collect()
}

fn implementation(mut input: DeriveInput) -> Result<TokenStream> {
    for parameter in input.generics.type_params_mut() {
        parameter.bounds.push(parse_quote!(crate::ground::digest::State));
    }
    let (add, change) = match &input.data {
        Data::Struct(data) => of_struct(&input.attrs, &data.fields)?,
        Data::Enum(data) => {
            let variants: Vec<_> = data.variants.iter().map(|variant| &variant.ident).collect();
            if data.variants.iter().all(|variant| variant.fields.is_empty()) {
                let add = quote!(digest.add(*self as u64););
                let change = quote!(#(
                    if *self as u64 != Self::#variants as u64 && change.is_here() {
                        *self = Self::#variants;
                        return;
                    }
                )*);
                (add, change)
            } else {
                let add = quote!(match self { #(Self::#variants(state) => crate::ground::digest::State::add_to(state, digest),)* });
                let change = quote!(match self { #(Self::#variants(state) => crate::ground::digest::State::change(state, change),)* });
                (add, change)
            }
        }
        Data::Union(data) => {
            return Err(syn::Error::new(data.union_token.span, "a union has no state"));
        }
    };
    let name = &input.ident;
    let (generics, arguments, bounds) = input.generics.split_for_impl();
    Ok(quote! {
        impl #generics crate::ground::digest::State for #name #arguments #bounds {
            fn add_to(&self, digest: &mut crate::ground::digest::Digest) {
                let _ = &digest;
                #add
            }

            #[cfg(any(test, feature = "testing"))]
            fn change(&mut self, change: &mut crate::ground::digest::StateChange) {
                let _ = &change;
                #change
            }
        }
    })
}

/// The statements that add the fields to a digest, and those that change one of them.
fn of_struct(attributes: &[Attribute], fields: &Fields) -> Result<(TokenStream, TokenStream)> {
    let mut left_out = Vec::new();
    for rule in rules(attributes)? {
        if let Rule::Not(names) = rule {
            left_out.extend(names);
        }
    }
    for name in &left_out {
        if !fields.iter().any(|field| field.ident.as_ref() == Some(name)) {
            return Err(syn::Error::new(name.span(), "there is no such field"));
        }
    }
    let (mut add, mut change) = (TokenStream::new(), TokenStream::new());
    for (index, field) in fields.iter().enumerate() {
        if field.ident.as_ref().is_some_and(|name| left_out.contains(name)) {
            continue;
        }
        let member = field.ident.clone().map_or(Member::Unnamed(Index::from(index)), Member::Named);
        let (mut condition, mut then) = (None, TokenStream::new());
        for rule in rules(&field.attrs)? {
            match rule {
                Rule::If(used) => condition = Some(used),
                Rule::Then(call) => then = quote!(#call;),
                Rule::Not(_) => {}
            }
        }
        let state = quote!(crate::ground::digest::State);
        let adds = quote!(#state::add_to(&self.#member, digest););
        add.extend(condition.as_ref().map_or(quote!(#adds), |used| quote!(if #used { #adds })));
        add.extend(then);
        let is_used = condition.unwrap_or(quote!(true));
        change.extend(match &field.ident {
            Some(name) => {
                let name = name.to_string();
                quote!(let is_used = #is_used; change.field(#name, is_used, &mut self.#member);)
            }
            None => quote!(#state::change(&mut self.#member, change);),
        });
    }
    Ok((add, change))
}
