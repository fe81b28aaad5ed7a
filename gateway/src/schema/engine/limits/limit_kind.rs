//! What a document has a limit of.

use serde::Serialize;

/// What a limit bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "as in `DocumentLimits` and in the constants")]
pub enum LimitKind {
    Tokens,
    Depth,
    Nesting,
    Aliases,
    Mutations,
    Directives,
    Fields,
    Calls,
    KeyedCalls,
    Values,
    Representations,
    Cost,
    IntrospectionFields,
    IntrospectionLists,
}

impl LimitKind {
    /// The limit in Portuguese, to follow its number.
    pub fn text(self) -> &'static str {
        match self {
            Self::Tokens => "nomes, valores e sinais",
            Self::Depth => "campos uns dentro dos outros",
            Self::Nesting => "seleções umas dentro das outras",
            Self::Aliases => "campos com outro nome (alias)",
            Self::Mutations => "mutação por vez",
            Self::Directives => "diretivas",
            Self::Fields => "campos e fragmentos, contados a cada uso",
            Self::Calls => "chamadas aos serviços",
            Self::KeyedCalls => "buscas por chave, contadas por linha de uma lista",
            Self::Values => "valores na resposta, contados por linha de uma lista",
            Self::Representations => "representações",
            Self::Cost => "de custo, que são as chamadas aos serviços e as linhas das páginas",
            Self::IntrospectionFields => "campos e fragmentos na introspecção",
            Self::IntrospectionLists => "listas umas dentro das outras na introspecção",
        }
    }
}
