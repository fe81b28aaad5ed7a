//! Unknown field names: whether they may be displayed, and which known name they resemble.
//!
//! They come from the services and may be anything: a CPF as the key of a map, or control characters. Only names that look
//! like field names are displayed.

use super::name_words::{self, NameMeaning};

/// Minimum likeness at which two names count as one.
pub(crate) const ALIKE: f64 = 0.74;

/// Likeness of a name that says all of another, and something more.
const MORE_THAN_ALL: f64 = 0.7;

/// Longest displayed name, in characters.
const MAX_NAME_LENGTH: usize = 40;
/// Maximum number of digits in a displayed name: `endereco2` has one, a CPF eleven.
const MAX_DIGITS: usize = 4;

/// Returns the name if it may be displayed. Otherwise it may be personal data: returns a placeholder.
pub(crate) fn shown(name: &str) -> Result<&str, &'static str> {
    let digits = name.chars().filter(char::is_ascii_digit).count();
    if name.contains('@') {
        return Err("(parece um e-mail)");
    }
    if digits > MAX_DIGITS {
        return Err("(parece um número)");
    }
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '$' | ':');
    let begins = name.starts_with(|c: char| c.is_alphabetic() || matches!(c, '_' | '$'));
    if !begins || name.chars().count() > MAX_NAME_LENGTH || !name.chars().all(is_plain) {
        return Err("(não parece nome de campo)");
    }
    Ok(name)
}

/// Whether a key is a serializer's and not the API's: `__type`, `$id`, `@odata.context`. The rows of a list are the API's.
pub(crate) fn is_of_serializer(key: &str) -> bool {
    key.starts_with(['$', '@']) && key != "$values"
        || key.starts_with("__")
        || matches!(key, "_class" | "ExtensionData" | "extensionData")
}

/// Nouns whose words stand around any row: `item`, `service`.
const OF_ANY_ROW: [&str; 2] = ["menu", "acionamento"];

/// How much the key within objects to which `path` leads resembles a known name. The objects may say nothing
/// (`attributes.nome`), or what the key is about (`situacao.nome`).
pub(crate) fn path_likeness(path: &[String], known: &str, owner: &str) -> f64 {
    let by_path = likeness(&path.join("."), known, owner);
    let Some((last, around)) = path.split_last() else { return by_path };
    let ours = NameMeaning::from_words(&name_words::words(known)).stems;
    let tells_kind_only = NameMeaning::from_words(&name_words::words(last)).stems.is_empty();
    let around = NameMeaning::from_words(&name_words::words(&around.join("."))).stems;
    let is_of_another = |stem: &String| name_words::is_stem(stem) && !OF_ANY_ROW.contains(&&**stem);
    if tells_kind_only && !around.iter().any(|stem| ours.contains(stem)) && around.iter().any(is_of_another) {
        return by_path;
    }
    by_path.max(likeness(last, known, owner) * 0.9)
}

/// How much two names resemble each other, from 0 to 1. `owner` is the type that has the known name: a `nome` of a
/// `Seguradora` is its `nmSeguradora`.
pub(crate) fn likeness(unknown: &str, known: &str, owner: &str) -> f64 {
    let (their_words, our_words) = (name_words::words(unknown), name_words::words(known));
    if their_words.concat() == our_words.concat() {
        return 1.0;
    }
    let mut nouns = NameMeaning::from_words(&name_words::words(owner)).stems;
    // A CPF or CNPJ without a word is that of the insured.
    if our_words.iter().any(|word| word == "cpf") {
        nouns.push("segurado".to_owned());
    }
    let (theirs, ours) = (NameMeaning::from_words(&their_words), NameMeaning::from_words(&our_words));
    // Of a type with several nouns, `TotalStatusSeguradora`, each says what a name is about.
    let has_other_noun = nouns.iter().any(|noun| theirs.stems.contains(noun) && !ours.stems.contains(noun))
        && nouns.iter().any(|noun| ours.stems.contains(noun) && !theirs.stems.contains(noun));
    let within_type =
        if has_other_noun { 0.0 } else { alike_in_meaning(&theirs.without(&nouns), &ours.without(&nouns)) };
    let meaning = alike_in_meaning(&theirs, &ours).max(within_type);
    let (their_name, our_name) = (their_words.concat(), our_words.concat());
    let similarity = strsim::normalized_damerau_levenshtein(&their_name, &our_name);
    // A one-letter difference in a short name makes another name, and something behind any name.
    let may_be_mistyped = our_name.len() > 5 && !their_name.starts_with(&our_name);
    let similarity = if similarity >= 0.8 && may_be_mistyped && theirs.kind == ours.kind { similarity } else { 0.0 };
    let alike = meaning.max(similarity * 0.95);
    // A second one of the same: `observacao2`.
    if their_name.contains(|c: char| matches!(c, '2'..='9')) { alike.min(MORE_THAN_ALL) } else { alike }
}

fn alike_in_meaning(theirs: &NameMeaning, ours: &NameMeaning) -> f64 {
    let kinds = match (theirs.kind, ours.kind) {
        (Some(their), Some(our)) if their == our => 1.0,
        (Some("cd"), Some("nr")) | (Some("nr"), Some("cd")) | (Some("nm"), Some("ds")) | (Some("ds"), Some("nm")) => {
            0.87
        }
        (Some(_), Some(_)) => 0.6,
        _ => 0.94,
    };
    if theirs.stems.is_empty() {
        // Only their kinds are left to compare.
        let kind_alone = if ours.stems.is_empty() { 0.9 } else { 0.6 };
        return match (theirs.kind, ours.kind) {
            (Some(their), Some(our)) if their == our => kind_alone,
            // A name may be all that describes it.
            (Some("nm"), Some("ds")) => kind_alone * 0.87,
            _ => 0.0,
        };
    }
    let mut left = ours.stems.clone();
    let mut common = 0.0;
    for stem in &theirs.stems {
        let alike = left.iter().enumerate().map(|(at, other)| (stem_likeness(stem, other), at));
        if let Some((alike, at)) =
            alike.filter(|(alike, _)| *alike > 0.0).max_by(|one, other| one.0.total_cmp(&other.0))
        {
            common += alike;
            left.swap_remove(at);
        }
    }
    let all = theirs.stems.len() + ours.stems.len();
    let alike = 2.0 * common / f64::from(u8::try_from(all).unwrap_or(u8::MAX)) * kinds;
    // All words and one more: another field, `nrSinistroOrigemExt`.
    if left.is_empty() && theirs.stems.len() > ours.stems.len() { alike.min(MORE_THAN_ALL) } else { alike }
}

fn stem_likeness(one: &str, other: &str) -> f64 {
    let (shorter, longer) = (one.len().min(other.len()), one.len().max(other.len()));
    match () {
        () if one == other => 1.0,
        // What may be reopened, and what was.
        () if matches!((one, other), ("reabrir", "reabertura") | ("reabertura", "reabrir")) => 0.9,
        // `segurado` and `seguradora`.
        () if name_words::is_stem(one) && name_words::is_stem(other) => 0.0,
        // An abbreviation: `aut` for `autorizacao`.
        () if shorter >= 3 && longer > shorter + 1 && (one.starts_with(other) || other.starts_with(one)) => 0.9,
        () if shorter > 3 => {
            Some(strsim::normalized_damerau_levenshtein(one, other)).filter(|alike| *alike >= 0.75).unwrap_or(0.0)
        }
        () => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::{ALIKE, likeness, path_likeness, shown};

    fn of_path(path: &str, known: &str, owner: &str) -> f64 {
        path_likeness(&path.split('.').map(str::to_owned).collect::<Vec<_>>(), known, owner)
    }

    #[test]
    fn other_forms_of_a_name_are_recognised() {
        for (unknown, known, owner) in [
            ("nr_sinistro", "nrSinistro", "Acionamento"),
            ("NRSINISTRO", "nrSinistro", "Acionamento"),
            ("numeroSinistro", "nrSinistro", "Acionamento"),
            ("sinistro", "nrSinistro", "Acionamento"),
            ("nrSinitro", "nrSinistro", "Acionamento"),
            ("cdSinistro", "nrSinistro", "Acionamento"),
            ("claim_number", "nrSinistro", "Acionamento"),
            ("dsObservação", "dsObservacao", "Acionamento"),
            ("valor_total", "vlTotal", "Acionamento"),
            ("total_amount", "vlTotal", "Acionamento"),
            ("reopenedFrom", "nrSinistroOrigem", "Acionamento"),
            ("reopenedBy", "nrSinistroReabertura", "Acionamento"),
            ("qtdTotal", "qtTotal", "Total"),
            ("count", "qtTotal", "Total"),
            ("nomeSegurado", "nmSegurado", "Acionamento"),
            ("holder_name", "nmSegurado", "Acionamento"),
            ("DtAbertura", "dtAbertura", "Acionamento"),
            ("opened_at", "dtAbertura", "Acionamento"),
            ("procedimento", "procedimentos", "Acionamento"),
            ("numAut", "nrAutorizacao", "Acionamento"),
            ("can_reopen", "flPodeReabrir", "Acionamento"),
            ("canBeReopened", "flPodeReabrir", "Acionamento"),
            ("permiteReabertura", "flPodeReabrir", "Acionamento"),
            ("insuredTaxId", "nrCpfCnpj", "Acionamento"),
            ("claimId", "cdAcionamento", "Acionamento"),
            ("totalCents", "vlTotal", "Acionamento"),
            ("amountCents", "vlTotal", "TotalMensal"),
            ("unitPriceCents", "vlProcedimento", "ProcedimentoRealizado"),
            ("name", "dsProcedimento", "ProcedimentoRealizado"),
            ("sortOrder", "nrOrdem", "ItemMenu"),
            ("ZA_SINIST", "nrSinistro", "Acionamento"),
            ("ZA_NRAUT", "nrAutorizacao", "Acionamento"),
            ("ZA_DTABER", "dtAbertura", "Acionamento"),
            ("ZA_CODSEG", "cdSeguradora", "Acionamento"),
            ("ZA_NOMSEG", "nmSegurado", "Acionamento"),
            ("A1_CGC", "nrCnpj", "Seguradora"),
            ("ZA_VLTOT", "vlTotal", "Acionamento"),
            ("DATAOCORRENCIA", "dtOcorrencia", "Acionamento"),
            ("IDSEGURADORA", "cdSeguradora", "Acionamento"),
            ("NUMEROAPOLICE", "nrApolice", "Apolice"),
            ("DATAFIM", "dtFim", "Apolice"),
            ("ZB1_SINIST", "nrSinistro", "Acionamento"),
            ("ZB1_SINORI", "nrSinistroOrigem", "Acionamento"),
            ("ZB_NOMESEG", "nmSeguradora", "Seguradora"),
            ("ZB_DESCRI", "dsProcedimento", "Procedimento"),
            ("ITENS", "procedimentos", "Acionamento"),
            ("items", "procedimentos", "Acionamento"),
            ("tax_id", "nrCpfCnpj", "Segurado"),
            ("telefone1", "nrTelefone", "Segurado"),
            ("documento", "nrCpfCnpj", "Acionamento"),
            ("nome", "nmSeguradora", "Seguradora"),
            ("id", "cdSeguradora", "Seguradora"),
            ("name", "nmPet", "Pet"),
            ("accessToken", "dsToken", "Sessao"),
            ("mensagens", "messages", "Envelope"),
            ("Status", "status", "Envelope"),
            ("nCodStatus", "cdStatus", "Acionamento"),
            ("sDescStatus", "dsStatus", "Acionamento"),
            ("dDataAbertura", "dtAbertura", "Acionamento"),
            ("oSessao.sToken", "dsToken", "Sessao"),
            ("authentication.accessToken", "dsToken", "Sessao"),
            ("Numero_Sinistro__c", "nrSinistro", "Acionamento"),
            ("Segurado__r.Name", "nmSegurado", "Acionamento"),
            ("datOcorrencia", "dtOcorrencia", "Acionamento"),
            ("desToken", "dsToken", "Sessao"),
            ("attributes.nome", "nmSeguradora", "Seguradora"),
            ("pet.especie", "dsEspecie", "Acionamento"),
            ("situacao.nome", "dsStatus", "TotalStatusSeguradora"),
            ("service.code", "cdProcedimento", "Procedimento"),
            ("contrato.titular.nome", "nmSegurado", "Segurado"),
        ] {
            let alike = of_path(unknown, known, owner);
            assert!(alike >= ALIKE, "{unknown} is {known}: {alike}");
        }
        for (unknown, known, owner) in [
            ("versao", "nrSinistro", "Acionamento"),
            ("dtFim", "dtInicio", "Apolice"),
            ("DATAFIM", "dtInicio", "Apolice"),
            ("IDADE", "cdPet", "Pet"),
            ("cdPet", "nmSegurado", "Acionamento"),
            ("id", "cdMenu", "Acionamento"),
            ("uf", "cdPet", "Acionamento"),
            ("nome", "dsEspecie", "Pet"),
            ("created_by", "dtNascimento", "Pet"),
            ("situacao.nome", "nmSeguradora", "TotalStatusSeguradora"),
            ("situacao.nome", "nmSeguradora", "Seguradora"),
            ("nrSinistroOrigemExt", "nrSinistroOrigem", "Acionamento"),
            ("numeroSinistroOrigemExterno", "nrSinistroOrigem", "Acionamento"),
            ("nrAutorizacaoExt", "nrAutorizacao", "Acionamento"),
            ("dsObservacao2", "dsObservacao", "Acionamento"),
        ] {
            let alike = of_path(unknown, known, owner);
            assert!(alike < ALIKE, "{unknown} is not {known}: {alike}");
        }
        let alike = |unknown, known| likeness(unknown, known, "Acionamento");
        assert!(alike("nr_sinistro", "nrSinistro") > alike("sinistro", "nrSinistro"));
        assert!(alike("nrSinistro2", "nrSinistro") > alike("nrSinistro2", "nrSinistroOrigem"));
        assert!(alike("descricao_status", "dsStatus") > alike("descricao_status", "cdStatus"));
        assert!(alike("original_claim_number", "nrSinistroOrigem") > alike("original_claim_number", "nrSinistro"));
    }

    #[test]
    fn a_name_that_may_be_somebodys_data_is_not_shown() {
        for name in ["nrSinistro", "nr_sinistro", "observação", "endereco2", "$type", "@type".trim_start_matches('@')]
        {
            assert_eq!(shown(name), Ok(name));
        }
        for name in [
            "52998224725",
            "529.982.247-25",
            "cpf52998224725",
            "marina@example.com",
            "Marina Duarte",
            "\u{1b}[2J",
            "nome\u{202e}",
            "",
            "a\nb",
            &"x".repeat(41),
        ] {
            assert!(shown(name).is_err(), "{name}");
        }
    }
}
