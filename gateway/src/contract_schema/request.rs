//! The keys of the requests, and the fields of the responses that hold the same values.

use super::{
    field_names::{ALIKE, likeness},
    name_words::{self, NameMeaning},
    value_type::ExpectedType,
    vocabulary::Vocabulary,
};

/// The key of the application's key. A header may carry it instead.
pub(crate) const API_KEY: &str = "apiKey";

/// A field of a response's type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ResponseField {
    /// Name of the type.
    pub(crate) owner: &'static str,
    pub(crate) name: &'static str,
}

/// The field of the responses that holds the value of a request's key. Codes and numbers come first: `status` is the code.
pub(crate) fn field_for(request: &str, key: &str) -> Option<ResponseField> {
    const KINDS: [&str; 6] = ["cd", "nr", "dt", "vl", "qt", "ds"];
    let nouns = NameMeaning::from_words(&name_words::words(request)).stems;
    let mut best: Option<(f64, ResponseField)> = None;
    for (owner, names) in &Vocabulary::get().types {
        let is_same_noun =
            NameMeaning::from_words(&name_words::words(owner)).stems.iter().any(|noun| nouns.contains(noun));
        for (name, of) in &names.keys {
            let words = name_words::words(name);
            let kind = NameMeaning::from_words(&words).kind;
            let rank = if words.concat() == key.to_lowercase() {
                Some(0)
            } else {
                KINDS.iter().position(|one| Some(*one) == kind)
            };
            let rank = rank.unwrap_or(KINDS.len());
            let rank = f64::from(u8::try_from(rank).unwrap_or(u8::MAX));
            let similarity = strsim::normalized_damerau_levenshtein(&words.concat(), &key.to_lowercase());
            let alike = likeness(key, name, owner);
            let is_value = !matches!(of.expected, ExpectedType::Object);
            let score = alike + f64::from(u8::from(is_same_noun)) * 0.05 - rank * 0.02 + similarity * 0.05;
            if is_value && alike >= ALIKE && best.is_none_or(|(other, _)| score > other) {
                best = Some((score, ResponseField { owner, name }));
            }
        }
    }
    best.map(|(_, field)| field)
}

#[cfg(test)]
mod tests {
    use super::field_for;

    #[test]
    fn the_keys_of_requests_have_their_fields_in_responses() {
        for (request, key, field) in [
            ("ListaAcionamentosByStatus", "status", Some("cdStatus")),
            ("ListaAcionamentosBySeguradoraStatus", "seguradora", Some("cdSeguradora")),
            ("ListaAcionamentosByAutorizacao", "autorizacao", Some("nrAutorizacao")),
            ("ListaAcionamentosBySinistro", "sinistro", Some("nrSinistro")),
            ("PesquisaSegurado", "cpfCnpj", Some("nrCpfCnpj")),
            ("SalvaSinistroWeb", "apolice", Some("nrApolice")),
            ("SalvaSinistroWeb", "pet", Some("cdPet")),
            ("SalvaSinistroWeb", "dataOcorrencia", Some("dtOcorrencia")),
            ("SalvaSinistroWeb", "observacao", Some("dsObservacao")),
            ("SalvaSinistroWeb", "sinistroOrigem", Some("nrSinistroOrigem")),
            ("SalvaSinistroWeb", "procedimentos", Some("procedimentos")),
            ("NovoProcedimento", "procedimento", Some("cdProcedimento")),
            ("NovoProcedimento", "quantidade", Some("qtProcedimento")),
            ("NovoProcedimento", "valor", Some("vlProcedimento")),
            ("AtualizaUsuario", "nome", Some("nmUsuario")),
            ("AtualizaUsuario", "telefone", Some("nrTelefone")),
            ("ValidaEmail", "apiKey", None),
            ("TotalStatusAcionamentoAno", "ano", None),
        ] {
            assert_eq!(field_for(request, key).map(|field| field.name), field, "{request}.{key}");
        }
    }
}
