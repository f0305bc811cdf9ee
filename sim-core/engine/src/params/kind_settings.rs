//! The settings of the kinds of one sort, such as all algorithms or all queue disciplines, as one type.

/// Declares an enum with a variant for each kind of a sort. A variant contains the settings of its kind,
/// which copies share: `kind_settings! { pub enum QueueSettings { DropTail(NoParams) = "drop_tail", ... } }`.
#[macro_export]
macro_rules! kind_settings {
    (
        $(#[$outer:meta])*
        pub enum $Name:ident { $( $(#[$when:meta])* $Kind:ident($Params:ty) = $id:expr ),+ $(,)? }
    ) => {
        $(#[$outer])*
        #[derive(Clone, Debug, PartialEq)]
        pub enum $Name {
            $( $(#[$when])* $Kind(std::sync::Arc<$Params>), )+
        }

        impl $Name {
            /// Reads the settings of the kind with this ID from an object in which they are stated. `None` if
            /// there is no such kind, or if a setting cannot be read.
            pub fn read(id: &str, settings: &serde_json::Value) -> Option<Self> {
                $( $(#[$when])* if id == $id {
                    let params = <$Params as $crate::params::ParamSet>::read(settings)?;
                    return Some(Self::$Kind(std::sync::Arc::new(params)));
                } )+
                None
            }

            /// The ID of the kind, by which documents refer to it.
            pub fn id(&self) -> &'static str {
                match self { $( $(#[$when])* Self::$Kind(_) => $id, )+ }
            }

            /// An object with every setting.
            pub fn to_json(&self) -> serde_json::Value {
                match self {
                    $( $(#[$when])* Self::$Kind(params) => $crate::params::ParamSet::to_json(&**params), )+
                }
            }
        }
    };
}
