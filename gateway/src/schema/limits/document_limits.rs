//! The limits of one document. They are constants: what the portal and its tools need, with room to grow.

/// The limits. A fragment counts as often as it is spread. The operations of a document count together, except for root
/// fields, depth and cost (calls, keyed calls, values), which each operation has for itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DocumentLimits {
    /// Tokens of the text: names, values and punctuators. The portal's longest document has about 400.
    pub tokens: usize,
    /// Depth of nested fields; the portal's deepest document has 6. It bounds chains of relations that lead from one
    /// acionamento to another, such as `origem`.
    pub depth: usize,
    /// Fields with an alias.
    pub aliases: usize,
    /// Root fields of a query.
    pub root_fields: usize,
    /// Root fields of a mutation without `__typename`. They run one after another.
    pub mutations: usize,
    /// Directives.
    pub directives: usize,
    /// Fields; the portal's largest document has about 200. It bounds the fragment spreads too.
    pub fields: usize,
    /// Upstream calls without [`Self::keyed_calls`]. Insurers, procedures and the menu cost one call a request; each status
    /// of `statusEm` and each year of totals costs one.
    pub calls: usize,
    /// Upstream calls by key: the acionamento behind a relation, or the details of an insured. They count for every row
    /// that `first` or `last` allows.
    pub keyed_calls: usize,
    /// Values of the response: fields, counted for every row that `first` or `last` allows.
    pub values: usize,
}

impl Default for DocumentLimits {
    fn default() -> Self {
        Self {
            tokens: 1000,
            depth: 10,
            aliases: 30,
            root_fields: 20,
            mutations: 1,
            directives: 10,
            fields: 400,
            calls: 20,
            keyed_calls: 1000,
            values: 100_000,
        }
    }
}

/// Maximal depth of nested selection sets, since each function that walks a document recurses at each. Fragments and the
/// introspection count too. GraphiQL's introspection has 15.
pub const MAX_NESTING: usize = 32;

/// Most fields of a document's introspection, `__schema` and `__type` included. GraphiQL's has about 500.
pub const INTROSPECTION_FIELDS: usize = 1000;
/// Maximal depth of nested lists below `__schema` and `__type`: each multiplies the response. GraphiQL's introspection has
/// 3: types, their fields, the fields' arguments.
pub const INTROSPECTION_LISTS: usize = 3;

/// Most representations of a federation router's request: two of the largest pages refer to so many objects. Those that are
/// read by key have the limit [`DocumentLimits::keyed_calls`] as well.
pub const MAX_REPRESENTATIONS: usize = 1000;
