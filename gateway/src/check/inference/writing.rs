//! How requests write values: as responses do, which only the operator can confirm, since the check writes nothing.

use super::evidence::Evidence;
use crate::{
    check::draft::Draft,
    contract::value_type::{ExpectedType, ValueType},
};

const DOUBT: &str = "confira: as respostas escrevem assim, e o pedido de gravar não é enviado aqui";

pub(super) fn infer(draft: &mut Draft, evidence: &Evidence) {
    let mut came: Vec<(ExpectedType, ValueType)> = Vec::new();
    for of in evidence.types.values() {
        for (field, values) in &of.fields {
            came.extend(values.kinds().map(|kind| (of.contract.nodes[*field].expected, kind)));
        }
    }
    let always = |expected: &[ExpectedType], kinds: &[ValueType]| {
        let mut all = came.iter().filter(|(one, _)| expected.contains(one)).peekable();
        all.peek().is_some() && all.all(|(_, kind)| kinds.contains(kind))
    };
    let mut propose = |key: &str, form: &str, holds: bool| {
        if holds && draft.get(&["writing", key]).is_none() {
            draft.set(&["writing", key], form, Some(DOUBT.to_owned()));
        }
    };
    propose("dates", "dd/MM/yyyy", always(&[ExpectedType::Date], &[ValueType::LocalDateText]));
    propose("amounts", "text-comma", always(&[ExpectedType::Number], &[ValueType::CommaText]));
    propose("amounts", "text", always(&[ExpectedType::Number], &[ValueType::DecimalText]));
    propose("dates", "yyyyMMdd", always(&[ExpectedType::Date], &[ValueType::CompactDateText]));
    propose("flags", "S/N", always(&[ExpectedType::Boolean], &[ValueType::LetterText]));
    // Whole amounts may be of reais or of centavos.
    let amounts = [ExpectedType::Number];
    if draft.get(&["reading", "amounts"]).is_none() && always(&amounts, &[ValueType::Integer, ValueType::IntegerText]) {
        let says_cents = |spelling: &str| name_of_cents(spelling);
        let named = evidence.types.iter().flat_map(|(name, of)| {
            let fields = of.fields.keys().map(move |field| (name, &of.contract.nodes[*field]));
            fields.filter(|(_, node)| node.expected == ExpectedType::Number)
        });
        let is_named = named.clone().all(|(name, node)| draft.spelling(name, node.name()).is_some_and(says_cents));
        if is_named {
            for table in ["reading", "writing"] {
                draft.set(&[table, "amounts"], "cents", Some("confira: os nomes dizem centavos".to_owned()));
            }
        } else {
            let reason = "todos os valores vieram inteiros: são centavos? então também em [writing]".to_owned();
            draft.leave_open(&["reading"], "amounts = \"cents\"".to_owned(), reason);
        }
    }
}

fn name_of_cents(name: &str) -> bool {
    let name = name.to_lowercase();
    ["centavo", "cents", "cent_", "_cent"].iter().any(|word| name.contains(word))
}
