//! How requests write values: as responses do, which only the operator can confirm, since the check writes nothing.
//!
//! Where responses differ, a claim and its procedures come first: they are what a save writes. Then most types decide.

use std::{collections::BTreeSet, ptr};

use super::evidence::{Evidence, ObservedValues};
use crate::{
    check::draft::Draft,
    contract::{
        value_type::{ExpectedType, ValueType},
        vocabulary::Vocabulary,
    },
};

const DOUBT: &str = "confira: as respostas escrevem assim, e o pedido de gravar não é enviado aqui";
/// The types of what a save writes, the closest first.
pub(in crate::check) const OF_CLAIM: [&str; 2] = ["ProcedimentoRealizado", "Acionamento"];
/// Maximum number of fields that a reason names.
const MAX_NAMED: usize = 3;

/// A form of values, by the types that they have in responses. The first tells it; the others may come beside it, and are enough
/// for the contract's own form.
struct Form {
    /// The key in `[writing]`.
    key: &'static str,
    expected: ExpectedType,
    /// The value in `[writing]`; `None` if it is the contract's form.
    name: Option<&'static str>,
    kinds: &'static [ValueType],
}

const FORMS: [Form; 8] = [
    Form::new("dates", ExpectedType::Date, None, &[ValueType::DateText]),
    Form::new("dates", ExpectedType::Date, Some("dd/MM/yyyy"), &[ValueType::LocalDateText]),
    Form::new("dates", ExpectedType::Date, Some("yyyyMMdd"), &[ValueType::CompactDateText]),
    Form::new("amounts", ExpectedType::Number, None, &[ValueType::Decimal, ValueType::Integer]),
    Form::new("amounts", ExpectedType::Number, Some("text-comma"), &[ValueType::CommaText, ValueType::IntegerText]),
    Form::new("amounts", ExpectedType::Number, Some("text"), &[ValueType::DecimalText, ValueType::IntegerText]),
    Form::new("flags", ExpectedType::Boolean, None, &[ValueType::Boolean]),
    Form::new("flags", ExpectedType::Boolean, Some("S/N"), &[ValueType::LetterText]),
];

impl Form {
    const fn new(
        key: &'static str,
        expected: ExpectedType,
        name: Option<&'static str>,
        kinds: &'static [ValueType],
    ) -> Self {
        Self { key, expected, name, kinds }
    }

    fn of(expected: ExpectedType, values: &ObservedValues) -> Option<&'static Self> {
        let kinds: Vec<_> = values.kinds().collect();
        FORMS.iter().find(|form| {
            let [first, ..] = form.kinds else { return false };
            let is_told = form.name.is_none() || kinds.contains(first);
            form.expected == expected && is_told && kinds.iter().all(|kind| form.kinds.contains(kind))
        })
    }
}

/// A field that came, and the form of its values; `None` if it has several, or none that requests can have.
struct SeenField {
    type_name: String,
    name: String,
    form: Option<&'static Form>,
}

pub(super) fn infer(draft: &mut Draft, evidence: &Evidence) {
    let reading = ["reading", "amounts"];
    if !draft.is_given_entry(&reading) {
        // What came since may have decimals, which are not read as centavos.
        draft.remove_with_tables(&reading);
    }
    for (key, expected) in
        [("dates", ExpectedType::Date), ("amounts", ExpectedType::Number), ("flags", ExpectedType::Boolean)]
    {
        // No request of the contract may have such a value.
        if !Vocabulary::get().requests.values().any(|of| of.keys.values().any(|one| one.expected == expected)) {
            continue;
        }
        let path = ["writing", key];
        let is_in_cents = key == "amounts" && draft.get(&["reading", key]).is_some();
        if !is_in_cents && !draft.is_given_entry(&path) {
            // More responses may show another form.
            draft.remove_with_tables(&path);
            propose(draft, key, &fields(evidence, expected));
        }
    }
    infer_cents(draft, evidence);
}

fn fields(evidence: &Evidence, expected: ExpectedType) -> Vec<SeenField> {
    let mut seen = Vec::new();
    for (type_name, of) in &evidence.types {
        let nodes = &of.contract.nodes;
        let of_type = of.fields.iter().filter(|(field, _)| nodes[**field].expected == expected);
        let came = of_type.filter(|(_, values)| values.kinds().next().is_some());
        seen.extend(came.map(|(field, values)| SeenField {
            type_name: type_name.clone(),
            name: nodes[*field].name().to_owned(),
            form: Form::of(expected, values),
        }));
    }
    seen
}

fn propose(draft: &mut Draft, key: &str, seen: &[SeenField]) {
    let is_of = |field: &SeenField, form: &Form| field.form.is_some_and(|one| ptr::eq(one, form));
    let chosen = OF_CLAIM.iter().find_map(|name| common_form(seen.iter().filter(|field| field.type_name == *name)));
    let (chosen, why) = match chosen {
        Some(form) => (Some(form), "o sinistro e os procedimentos dele escrevem assim"),
        None => (form_of_most(seen), "a maioria das respostas escreve assim"),
    };
    let Some(form) = chosen else {
        let forms = FORMS.iter().filter(|form| form.key == key && seen.iter().any(|field| is_of(field, form)));
        for name in forms.filter_map(|form| form.name) {
            let reason = "as respostas não escrevem todas do mesmo modo: como a API quer nos pedidos?".to_owned();
            draft.leave_open(&["writing"], format!("{key} = {}", toml::Value::from(name)), reason);
        }
        return;
    };
    let Some(name) = form.name else { return };
    let others: Vec<_> = seen.iter().filter(|field| !is_of(field, form)).collect();
    let named = others.iter().take(MAX_NAMED).map(|field| format!("{}.{}", field.type_name, field.name));
    let doubt = match others.len() {
        0 => DOUBT.to_owned(),
        _ => format!(
            "confira: {why}, mas não {}; o pedido de gravar não é enviado aqui",
            named.collect::<Vec<_>>().join(", ")
        ),
    };
    draft.set(&["writing", key], name, Some(doubt));
}

/// The form that all fields have.
fn common_form<'a>(mut fields: impl Iterator<Item = &'a SeenField>) -> Option<&'static Form> {
    let first = fields.next()?.form?;
    fields.all(|field| field.form.is_some_and(|form| ptr::eq(form, first))).then_some(first)
}

/// The form of more than half of the types.
fn form_of_most(seen: &[SeenField]) -> Option<&'static Form> {
    let types: BTreeSet<_> = seen.iter().map(|field| &*field.type_name).collect();
    let of_types: Vec<_> =
        types.iter().map(|name| common_form(seen.iter().filter(|field| field.type_name == **name))).collect();
    FORMS.iter().find(|form| {
        let votes = of_types.iter().flatten().filter(|one| ptr::eq(**one, *form)).count();
        votes * 2 > of_types.len()
    })
}

/// Whole amounts may be of reais or of centavos.
fn infer_cents(draft: &mut Draft, evidence: &Evidence) {
    if draft.get(&["reading", "amounts"]).is_some() {
        return;
    }
    let is_whole = |kind: ValueType| matches!(kind, ValueType::Integer | ValueType::IntegerText);
    let amounts = evidence.types.iter().flat_map(|(type_name, of)| {
        let amounts = of.fields.iter().map(|(field, values)| (&of.contract.nodes[*field], values));
        let amounts = amounts.filter(|(node, _)| node.expected == ExpectedType::Number);
        amounts.map(move |(node, values)| (type_name, node, values))
    });
    let (mut came, mut named, mut whole) = (0, 0, 0);
    for (type_name, node, values) in amounts.filter(|(.., values)| values.kinds().next().is_some()) {
        came += 1;
        named += usize::from(draft.spelling(type_name, node.name()).is_some_and(name_of_cents));
        whole += usize::from(values.kinds().all(is_whole));
    }
    let line = "amounts = \"cents\"".to_owned();
    match () {
        () if came == 0 => {}
        () if whole == came && named == came => {
            for table in ["reading", "writing"] {
                draft.set(&[table, "amounts"], "cents", Some("confira: os nomes dizem centavos".to_owned()));
            }
        }
        () if whole == came => {
            let reason = "todos os valores vieram inteiros: são centavos? então também em [writing]".to_owned();
            draft.leave_open(&["reading"], line, reason);
        }
        () if named > 0 => {
            let reason = "uns nomes dizem centavos, mas outros valores vieram com decimais, que assim não são lidos";
            draft.leave_open(&["reading"], line, reason.to_owned());
        }
        () => {}
    }
}

fn name_of_cents(name: &str) -> bool {
    let name = name.to_lowercase();
    ["centavo", "cents", "cent_", "_cent"].iter().any(|word| name.contains(word))
}
