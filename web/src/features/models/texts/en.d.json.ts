// The texts of en.json with their arguments. Written by `npm run gen -- texts`.
declare const texts: {
readonly "which": string;
readonly "flows": string;
readonly "quantities": {
readonly "queue": string;
readonly "window": string;
readonly "rate": string;
};
readonly "axes": {
readonly "queue": string;
readonly "window": string;
readonly "rate": string;
};
readonly "measured": string;
readonly "fluid": string;
readonly "names": {
readonly "mathis": string;
readonly "padhye": string;
readonly "own": string;
readonly "aimd": string;
readonly "cubic": string;
readonly "dctcp": string;
readonly "dctcp_queue": string;
readonly "bbr": string;
readonly "sawtooth": string;
readonly "buffer": string;
readonly "md1": string;
};
readonly "kinds": {
readonly "rate": string;
readonly "window": string;
readonly "queue": string;
readonly "buffer": string;
readonly "utilisation": string;
};
readonly "validity": {
readonly "holds": string;
readonly "outside": string;
readonly "none": string;
};
readonly "unfinished": string;
readonly "computing": string;
readonly "failed": string;
readonly "differs": (args: { readonly share: string | number }) => string;
readonly "fluidMissing": (args: { readonly reason: string | number }) => string;
readonly "describe": (args: { readonly title: string | number; readonly span: string | number; readonly parts: readonly string[] }) => string;
readonly "part": (args: { readonly name: string | number; readonly value: string | number }) => string;
readonly "say": (args: { readonly t: string | number; readonly parts: readonly string[] }) => string;
readonly "over": {
readonly "key": {
readonly "holds": string;
readonly "outside": string;
readonly "fluid": string;
readonly "bars": string;
};
readonly "nothing": string;
readonly "windowOnly": string;
readonly "otherQueue": (args: { readonly link: string | number }) => string;
readonly "more": (args: { readonly n: string | number }) => string;
readonly "differs": (args: { readonly share: string | number; readonly spans: readonly string[] }) => string;
readonly "span": (args: { readonly from: string | number; readonly to: string | number }) => string;
};
readonly "columns": {
readonly "model": string;
readonly "of": string;
readonly "quantity": string;
readonly "value": string;
readonly "measured": string;
readonly "ratio": string;
readonly "validity": string;
readonly "reason": string;
};
readonly "reasons": {
readonly "random_loss": string;
readonly "high_loss": string;
readonly "timeouts": string;
readonly "few_losses": string;
readonly "no_loss": string;
readonly "no_marks": string;
readonly "limited": string;
readonly "receiver_window": string;
readonly "other_rule": string;
readonly "equation": string;
readonly "measured": string;
readonly "window": string;
readonly "mixed": string;
readonly "step_queue": string;
readonly "not_step_queue": string;
readonly "deep_buffer": string;
readonly "no_bbr": string;
readonly "no_competitor": string;
readonly "not_drop_tail": string;
readonly "small_buffer": string;
readonly "long_drain": string;
readonly "one_flow": string;
readonly "several_flows": string;
readonly "many_flows": string;
readonly "few_flows": string;
readonly "open_loop": string;
readonly "not_poisson": string;
readonly "responsive": string;
readonly "overload": string;
readonly "several_links": string;
readonly "changes": string;
readonly "loss_rules": string;
readonly "other_algorithms": string;
readonly "queue_kind": string;
readonly "adaptive_red": string;
readonly "fluid_many": string;
readonly "fluid_few": string;
readonly "fluid_drop_tail": string;
readonly "too_long": string;
};
};
export default texts;
