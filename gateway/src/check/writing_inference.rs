//! How requests write values: as responses do, which only the operator can confirm, since the check writes nothing.

use super::{draft::Draft, evidence::Evidence};
use crate::contract::value_type::{ExpectedType, ValueType};

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
    propose("flags", "S/N", always(&[ExpectedType::Boolean], &[ValueType::LetterText]));
}
