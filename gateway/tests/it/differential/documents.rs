//! Documents: their parts and their text.

use std::{collections::BTreeSet, fmt::Write as _};

use serde_json::{Map, Value as Json, json};

use super::values::{Value, Variable};

/// A request: a document, the values of its variables, and its sender.
#[derive(Clone, Debug)]
pub(super) struct Request {
    pub(super) operations: Vec<Operation>,
    pub(super) fragments: Vec<Fragment>,
    pub(super) variables: Vec<Variable>,
    pub(super) operation_name: Option<String>,
    pub(super) is_signed_in: bool,
}

#[derive(Clone, Debug)]
pub(super) struct Operation {
    pub(super) name: Option<String>,
    pub(super) below: Vec<Selection>,
}

#[derive(Clone, Debug)]
pub(super) struct Fragment {
    pub(super) name: String,
    pub(super) on: String,
    pub(super) below: Vec<Selection>,
}

#[derive(Clone, Debug)]
pub(super) enum Selection {
    Field {
        alias: Option<String>,
        name: String,
        arguments: Vec<(String, Value)>,
        below: Vec<Self>,
        when: Vec<When>,
    },
    Inline {
        on: Option<String>,
        below: Vec<Self>,
        when: Vec<When>,
    },
    Spread {
        fragment: String,
        when: Vec<When>,
    },
    /// A fixed introspection selection.
    Introspection(&'static str),
}

/// A directive: `@skip` or `@include`.
#[derive(Clone, Debug)]
pub(super) struct When {
    pub(super) directive: &'static str,
    pub(super) condition: Value,
}

impl Request {
    /// The text of the document, without unused fragments and variables.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        let mut spread = BTreeSet::new();
        for operation in &self.operations {
            let mut names = BTreeSet::new();
            let mut variables = BTreeSet::new();
            self.collect(&operation.below, &mut names, &mut variables);
            text.push_str("query");
            if let Some(name) = &operation.name {
                write!(text, " {name}").unwrap();
            }
            if !variables.is_empty() {
                text.push('(');
                for variable in self.variables.iter().filter(|variable| variables.contains(&*variable.name)) {
                    write!(text, "${}: {}", variable.name, variable.ty).unwrap();
                    if let Some(default) = &variable.default {
                        write!(text, " = {default}").unwrap();
                    }
                    text.push(' ');
                }
                text.push(')');
            }
            text.push(' ');
            write_all(&operation.below, &mut text);
            text.push('\n');
            spread.extend(names);
        }
        for fragment in self.fragments.iter().filter(|fragment| spread.contains(&*fragment.name)) {
            write!(text, "fragment {} on {} ", fragment.name, fragment.on).unwrap();
            write_all(&fragment.below, &mut text);
            text.push('\n');
        }
        text
    }

    /// The values of its variables.
    pub(super) fn values(&self) -> Json {
        let text = self.text();
        let is_used = |variable: &&Variable| text.contains(&format!("${}", variable.name));
        let given = self.variables.iter().filter(is_used).filter_map(|variable| {
            let given = variable.given.clone()?.into_json().unwrap();
            Some((variable.name.clone(), given))
        });
        Json::Object(given.collect::<Map<_, _>>())
    }

    /// The body of the request.
    pub(super) fn body(&self) -> Json {
        let mut body = json!({ "query": self.text(), "variables": self.values() });
        if let Some(name) = &self.operation_name {
            body["operationName"] = json!(name);
        }
        body
    }

    pub(super) fn fragment(&self, name: &str) -> Option<&Fragment> {
        self.fragments.iter().find(|fragment| fragment.name == name)
    }

    /// The operation that runs, if the request says which.
    pub(super) fn operation(&self) -> Option<&Operation> {
        match (&self.operation_name, &self.operations[..]) {
            (None, [operation]) => Some(operation),
            (None, _) => None,
            (name, operations) => operations.iter().find(|operation| operation.name == *name),
        }
    }

    /// The fragments and variables that selections need.
    fn collect<'a>(&'a self, below: &'a [Selection], spread: &mut BTreeSet<&'a str>, used: &mut BTreeSet<&'a str>) {
        for selection in below {
            for when in selection.when() {
                when.condition.variables(used);
            }
            match selection {
                Selection::Field { arguments, below, .. } => {
                    for (_, value) in arguments {
                        value.variables(used);
                    }
                    self.collect(below, spread, used);
                }
                Selection::Inline { below, .. } => self.collect(below, spread, used),
                Selection::Spread { fragment, .. } => {
                    if spread.insert(fragment) {
                        let fragment = self.fragment(fragment).unwrap();
                        self.collect(&fragment.below, spread, used);
                    }
                }
                Selection::Introspection(_) => {}
            }
        }
    }
}

impl Selection {
    pub(super) fn when(&self) -> &[When] {
        match self {
            Self::Field { when, .. } | Self::Inline { when, .. } | Self::Spread { when, .. } => when,
            Self::Introspection(_) => &[],
        }
    }

    /// A field without alias, arguments and directives.
    pub(super) fn bare(name: &str) -> Self {
        Self::Field { alias: None, name: name.to_owned(), arguments: Vec::new(), below: Vec::new(), when: Vec::new() }
    }

    fn write(&self, text: &mut String) {
        match self {
            Self::Field { alias, name, arguments, .. } => {
                if let Some(alias) = alias {
                    write!(text, "{alias}: ").unwrap();
                }
                text.push_str(name);
                if !arguments.is_empty() {
                    let arguments: Vec<_> = arguments.iter().map(|(name, value)| format!("{name}: {value}")).collect();
                    write!(text, "({})", arguments.join(", ")).unwrap();
                }
            }
            Self::Inline { on, .. } => {
                text.push_str("...");
                if let Some(on) = on {
                    write!(text, " on {on}").unwrap();
                }
            }
            Self::Spread { fragment, .. } => write!(text, "...{fragment}").unwrap(),
            Self::Introspection(selection) => text.push_str(selection),
        }
        for When { directive, condition } in self.when() {
            write!(text, " {directive}(if: {condition})").unwrap();
        }
        if let Self::Field { below, .. } | Self::Inline { below, .. } = self
            && !below.is_empty()
        {
            text.push(' ');
            write_all(below, text);
        }
    }
}

fn write_all(below: &[Selection], text: &mut String) {
    text.push_str("{ ");
    for selection in below {
        selection.write(text);
        text.push(' ');
    }
    text.push('}');
}
