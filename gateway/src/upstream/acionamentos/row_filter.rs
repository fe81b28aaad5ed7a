//! Selects rows of a list by conditions that its service does not apply.

use std::collections::BTreeSet;

use chrono::NaiveDate;
use contract::cpf_cnpj::CpfCnpj;

use crate::upstream::lists::Row;

/// Conditions on a row. All that are given must hold.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct RowFilter {
    /// Claim number.
    pub sinistro: Option<String>,
    /// Authorization number.
    pub autorizacao: Option<String>,
    /// Codes of statuses.
    pub statuses: Option<Vec<String>>,
    /// Code of the insurer.
    pub seguradora: Option<String>,
    /// Tax id of the insured.
    pub segurado: Option<CpfCnpj>,
    /// The period of one of its dates.
    pub period: Option<RowPeriod>,
    /// Name of a user who caused an event of its history.
    pub usuario: Option<String>,
}

/// The period of one date of a row. A row without that date is in no period.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum RowPeriod {
    /// Opened between these instants, in Unix seconds; the second is excluded.
    Abertura(i64, i64),
    /// Its event happened between these days.
    Ocorrencia(NaiveDate, NaiveDate),
    /// Billed between these days.
    Faturamento(NaiveDate, NaiveDate),
}

impl RowFilter {
    /// Whether it selects a row.
    pub fn selects(&self, row: &Row<'_>) -> bool {
        let Self { sinistro, autorizacao, statuses, seguradora, segurado, period, usuario } = self;
        statuses.as_ref().is_none_or(|codes| codes.iter().any(|code| **code == *row.cd_status))
            && seguradora.as_ref().is_none_or(|code| **code == *row.cd_seguradora)
            && period.as_ref().is_none_or(|period| period.contains(row))
            && segurado.as_ref().is_none_or(|tax_id| tax_id.is_of_row(&row.nr_cpf_cnpj))
            && sinistro.as_ref().is_none_or(|number| is_same_number(number, &row.nr_sinistro))
            && autorizacao.as_ref().is_none_or(|number| {
                // A service may list rows without it.
                row.nr_autorizacao.as_deref().is_none_or(|of_row| is_same_number(number, of_row))
            })
            && usuario.as_ref().is_none_or(|name| has_event_of(name, row))
    }
}

/// Whether two texts are the same number of a claim or an authorization. Services pad with zeros, add or omit separators, or
/// change the case. A separator elsewhere makes another number: `2026-1-23` is not `2026-12-3`.
pub fn is_same_number(one: &str, other: &str) -> bool {
    fn plain(number: &str) -> impl Iterator<Item = char> {
        let written = number.chars().filter(|character| character.is_alphanumeric());
        written.skip_while(|character| *character == '0').map(|character| character.to_ascii_uppercase())
    }
    if one == other || plain(one).next().is_none() {
        return one == other;
    }
    plain(one).eq(plain(other)) && {
        let (of_one, of_other) = (separators(one), separators(other));
        of_one.is_subset(&of_other) || of_other.is_subset(&of_one)
    }
}

/// Where the separators of a number stand: the letters and digits after each. From the end, since zeros may precede it.
fn separators(number: &str) -> BTreeSet<usize> {
    let mut after = 0;
    let mut at = BTreeSet::new();
    for character in number.chars().rev() {
        if character.is_alphanumeric() {
            after += 1;
        } else {
            at.insert(after);
        }
    }
    // Separators at either end are ignored.
    at.retain(|place| (1..after).contains(place));
    at
}

fn has_event_of(usuario: &str, row: &Row<'_>) -> bool {
    row.historico.iter().any(|event| event.nm_usuario.as_deref().is_some_and(|name| name.trim() == usuario))
}

impl RowPeriod {
    fn contains(&self, row: &Row<'_>) -> bool {
        let within = |day: Option<NaiveDate>, first: &NaiveDate, last: &NaiveDate| {
            day.is_some_and(|day| (*first..=*last).contains(&day))
        };
        match self {
            Self::Abertura(from, until) => (*from..*until).contains(&row.dt_abertura.timestamp()),
            Self::Ocorrencia(first, last) => within(row.dt_ocorrencia.into_option(), first, last),
            Self::Faturamento(first, last) => within(row.dt_faturamento.into_option(), first, last),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::is_same_number;

    #[test]
    fn a_number_is_the_same_with_zeros_separators_or_another_case_only() {
        for (one, other) in [
            ("2026000123", "2026-000.123"),
            ("2026-123", "2026-1-23"),
            ("0002026-1", "2026-1"),
            ("a-12", "A12"),
            (" 77 ", "77"),
            ("-", "-"),
        ] {
            assert!(is_same_number(one, other) && is_same_number(other, one), "{one} {other}");
        }
        for (one, other) in
            [("2026-1-23", "2026-12-3"), ("12-3", "1-23"), ("1", "10"), ("-", ""), ("0", ""), ("0", "...")]
        {
            assert!(!is_same_number(one, other) && !is_same_number(other, one), "{one} {other}");
        }
    }
}
