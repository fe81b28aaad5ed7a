//! The types of values: expected and received. Values themselves are never stored.

use std::collections::BTreeSet;

use chrono::NaiveDate;
use serde::Serialize;
use serde_json::Value;

/// Type of a field in the contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ExpectedType {
    /// A string.
    Text,
    /// A whole number.
    Integer,
    /// A number.
    Number,
    /// `true` or `false`.
    Boolean,
    /// A day: `2026-11-20`.
    Date,
    /// An instant with its UTC offset: `2026-11-20T14:03:11-03:00`.
    Instant,
    /// A list.
    List,
    /// An object.
    Object,
}

/// Type of a received value. Strings are classified by their format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ValueType {
    /// `null`.
    Null,
    /// `true` or `false`.
    Boolean,
    /// A whole number.
    Integer,
    /// A whole number as a double writes it: `7.0`, `2.026E12`.
    WholeDecimal,
    /// A number with a fraction.
    Decimal,
    /// An empty string.
    EmptyText,
    /// A string of one letter, such as `S` and `N`.
    LetterText,
    /// `true` or `false` in quotes.
    BooleanText,
    /// A whole number in quotes.
    IntegerText,
    /// A number in quotes, with a point.
    DecimalText,
    /// A number in quotes, with a comma: `1.280,50`.
    CommaText,
    /// A number in quotes with the currency: `R$ 1.280,50`.
    CurrencyText,
    /// A day in quotes: `2026-11-20`.
    DateText,
    /// A day in the Brazilian format, with or without a time: `20/11/2026`.
    LocalDateText,
    /// A day with hyphens, with or without a time: `20-11-2026`.
    HyphenDateText,
    /// An instant with its UTC offset.
    InstantText,
    /// A day and a time without a UTC offset.
    UnzonedText,
    /// A day of eight digits: `20261120`.
    CompactDateText,
    /// No day: `00000000`, which may also be a number, or `  /  /    `.
    EmptyDayText,
    /// An instant of .NET: `/Date(1795194191000)/`.
    DotNetText,
    /// A CPF, CNPJ or phone number with punctuation.
    PunctuatedText,
    /// Any other string with spaces around it.
    PaddedText,
    /// Any other string.
    Text,
    /// A list.
    List,
    /// An object.
    Object,
}

impl ExpectedType {
    /// The type that a JSON Schema describes.
    pub(crate) fn from_schema(schema: &Value) -> Self {
        let types: Vec<_> = match &schema["type"] {
            Value::Array(types) => types.iter().filter_map(Value::as_str).collect(),
            one => one.as_str().into_iter().collect(),
        };
        let format = schema["format"].as_str().unwrap_or_default();
        match types.iter().find(|name| **name != "null") {
            Some(&"integer") => Self::Integer,
            Some(&"number") => Self::Number,
            Some(&"boolean") => Self::Boolean,
            Some(&"array") => Self::List,
            Some(&"string") if format == "date" => Self::Date,
            Some(&"string") if format == "date-time" => Self::Instant,
            Some(&"string") => Self::Text,
            _ => Self::Object,
        }
    }

    /// A sample value; null for lists and objects.
    pub(crate) fn sample(self) -> Value {
        match self {
            Self::Text => "".into(),
            Self::Integer | Self::Number => 1.into(),
            Self::Boolean => true.into(),
            Self::Date => "2026-11-20".into(),
            Self::Instant => "2026-11-20T14:03:11-03:00".into(),
            Self::List | Self::Object => Value::Null,
        }
    }

    /// Whether the form `found` shows this type, whatever the key is called: values of other types seldom have it.
    pub(crate) fn is(self, found: ValueType) -> bool {
        match self {
            // The gateway removes the punctuation, and the spaces.
            Self::Text => found.is_text() && !matches!(found, ValueType::PunctuatedText | ValueType::PaddedText),
            Self::Integer => found == ValueType::Integer,
            Self::Number => found == ValueType::Integer || found.is_amount(),
            Self::Boolean => matches!(found, ValueType::Boolean | ValueType::BooleanText),
            Self::Date => {
                matches!(found, ValueType::DateText | ValueType::LocalDateText)
                    || matches!(found, ValueType::HyphenDateText | ValueType::CompactDateText)
            }
            Self::Instant => {
                matches!(found, ValueType::InstantText | ValueType::UnzonedText | ValueType::DotNetText)
            }
            Self::List => found == ValueType::List,
            Self::Object => found == ValueType::Object,
        }
    }

    /// Whether values of these types may be of this type, if the name of their key says so.
    pub(crate) fn fits(self, found: &BTreeSet<ValueType>) -> bool {
        // A free text may look like a day: only where all values do is it none.
        let are_days = found.iter().all(|found| found.is_day() || found.is_empty());
        let fits = |found: &ValueType| match self {
            _ if found.is_empty() => true,
            Self::Text => found.is_text() && !are_days || matches!(found, ValueType::Integer | ValueType::WholeDecimal),
            // A fraction of zeros in a text is left out.
            Self::Integer => found.is_whole() || matches!(found, ValueType::DecimalText | ValueType::CommaText),
            Self::Number => found.is_whole() || found.is_amount(),
            Self::Boolean => {
                let is_boolean = matches!(found, ValueType::Boolean | ValueType::BooleanText);
                is_boolean || found.is_whole() || matches!(found, ValueType::LetterText | ValueType::Text)
            }
            // Of numbers, seconds or milliseconds since 1970.
            Self::Date | Self::Instant => {
                let may_be_day = matches!(found, ValueType::CompactDateText | ValueType::Decimal | ValueType::List);
                may_be_day || found.is_day() || found.is_whole()
            }
            Self::List => matches!(found, ValueType::List | ValueType::Object),
            Self::Object => *found == ValueType::Object,
        };
        found.iter().all(fits)
    }
}

impl ValueType {
    /// The type of a JSON value.
    pub(crate) fn of(value: &str) -> Self {
        match value.trim_start().bytes().next() {
            Some(b'n') => Self::Null,
            Some(b't' | b'f') => Self::Boolean,
            Some(b'[') => Self::List,
            Some(b'{') => Self::Object,
            Some(b'"') => Self::of_text(&serde_json::from_str::<String>(value).unwrap_or_default()),
            _ if !value.contains(['.', 'e', 'E']) => Self::Integer,
            _ if value.trim().parse::<f64>().is_ok_and(|number| number.fract() == 0.0) => Self::WholeDecimal,
            _ => Self::Decimal,
        }
    }

    fn of_text(padded: &str) -> Self {
        match Self::of_trimmed(padded.trim()) {
            Self::Text if padded.trim() != padded => Self::PaddedText,
            other => other,
        }
    }

    fn of_trimmed(text: &str) -> Self {
        let (whole, rest) = text.split_at_checked(10).unwrap_or((text, ""));
        let time = rest.trim_start_matches(['T', 't', ' ']);
        match () {
            () if text.is_empty() => Self::EmptyText,
            () if text.chars().count() == 1 && text.chars().all(char::is_alphabetic) => Self::LetterText,
            () if text.eq_ignore_ascii_case("true") || text.eq_ignore_ascii_case("false") => Self::BooleanText,
            () if has_form(whole, "dddd-dd-dd") && rest.is_empty() => Self::DateText,
            () if has_form(whole, "dd/dd/dddd") => Self::LocalDateText,
            () if is_hyphen_day(whole) && (rest.is_empty() || time != rest) => Self::HyphenDateText,
            () if has_form(whole, "dddd-dd-dd") && time.ends_with(['Z', 'z']) => Self::InstantText,
            () if has_form(whole, "dddd-dd-dd") && time.contains(['+', '-']) => Self::InstantText,
            () if has_form(whole, "dddd-dd-dd") => Self::UnzonedText,
            () if has_form(text, "dddddddd") && is_compact_day(text) => Self::CompactDateText,
            () if is_compact_instant(text) => Self::UnzonedText,
            () if text == "00000000" || is_blank_day(text) => Self::EmptyDayText,
            () if text.starts_with("/Date(") && text.ends_with(")/") => Self::DotNetText,
            () if is_punctuated(text) => Self::PunctuatedText,
            () => match text.strip_prefix("R$") {
                Some(amount) if Self::of_number(amount.trim()) != Self::Text => Self::CurrencyText,
                _ => Self::of_number(text),
            },
        }
    }

    fn of_number(text: &str) -> Self {
        let digits = text.strip_prefix('-').unwrap_or(text);
        let is_number = digits.contains(|c: char| c.is_ascii_digit())
            && digits.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b','));
        let points = digits.matches('.').count();
        match digits.matches(',').count() {
            0 if is_number && points == 0 => Self::IntegerText,
            0 if is_number && points == 1 => Self::DecimalText,
            1 if is_number => Self::CommaText,
            _ => Self::Text,
        }
    }

    /// Whether it is a string of any format.
    pub(crate) fn is_text(self) -> bool {
        let is_number = matches!(self, Self::Integer | Self::WholeDecimal | Self::Decimal);
        !is_number && !matches!(self, Self::Null | Self::Boolean | Self::List | Self::Object)
    }

    /// Whether it is a whole number, as text too.
    fn is_whole(self) -> bool {
        matches!(self, Self::Integer | Self::WholeDecimal | Self::IntegerText)
    }

    /// Whether it is no value, of any type.
    pub(crate) fn is_empty(self) -> bool {
        matches!(self, Self::Null | Self::EmptyText | Self::EmptyDayText)
    }

    /// Whether it is a day or an instant in quotes.
    pub(crate) fn is_day(self) -> bool {
        let has_offset_or_time = matches!(self, Self::InstantText | Self::UnzonedText | Self::DotNetText);
        has_offset_or_time || matches!(self, Self::DateText | Self::LocalDateText | Self::HyphenDateText)
    }

    /// Whether it is a number as amounts are written.
    pub(crate) fn is_amount(self) -> bool {
        matches!(self, Self::WholeDecimal | Self::Decimal | Self::DecimalText | Self::CommaText | Self::CurrencyText)
    }

    /// Display name.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Boolean => "true ou false",
            Self::Integer => "número inteiro",
            Self::WholeDecimal => "número inteiro com ponto ou expoente",
            Self::Decimal => "número com decimais",
            Self::EmptyText => "texto vazio",
            Self::LetterText => "texto de uma letra",
            Self::BooleanText => "true ou false entre aspas",
            Self::IntegerText => "número inteiro entre aspas",
            Self::DecimalText => "número entre aspas",
            Self::CommaText => "número com vírgula entre aspas",
            Self::CurrencyText => "valor com R$ entre aspas",
            Self::DateText => "data AAAA-MM-DD",
            Self::LocalDateText => "data DD/MM/AAAA",
            Self::HyphenDateText => "data DD-MM-AAAA",
            Self::InstantText => "data e hora com fuso",
            Self::UnzonedText => "data e hora sem fuso",
            Self::CompactDateText => "data AAAAMMDD",
            Self::EmptyDayText => "data vazia, ou zeros",
            Self::DotNetText => "data /Date(…)/",
            Self::PunctuatedText => "número com pontuação (CPF, CNPJ ou telefone)",
            Self::PaddedText => "texto com espaços nas pontas",
            Self::Text => "texto",
            Self::List => "lista",
            Self::Object => "objeto",
        }
    }
}

/// Whether eight digits are a day of these centuries, or the last of all, as the gateway reads them.
fn is_compact_day(digits: &str) -> bool {
    if digits == "99991231" {
        return true;
    }
    let number = |range: std::ops::Range<usize>| digits[range].parse().unwrap_or(0_u32);
    (1900..2200).contains(&number(0..4)) && (1..=12).contains(&number(4..6)) && (1..=31).contains(&number(6..8))
}

/// Whether a text is a day such as `20-11-2026`.
fn is_hyphen_day(text: &str) -> bool {
    has_form(text, "dd-dd-dddd") && NaiveDate::parse_from_str(text, "%d-%m-%Y").is_ok()
}

/// Whether a text is a day of eight digits with a time: `20261120 14:03:11`.
fn is_compact_instant(text: &str) -> bool {
    text.split_once(['T', 't', ' ']).is_some_and(|(day, time)| {
        has_form(day, "dddddddd")
            && is_compact_day(day)
            && ["dd:dd", "dd:dd:dd", "dddd", "dddddd"].iter().any(|form| has_form(time.trim(), form))
    })
}

/// Whether a text is a day without its digits: `  /  /    `.
fn is_blank_day(text: &str) -> bool {
    text.matches('/').count() == 2 && text.bytes().all(|byte| matches!(byte, b'/' | b' '))
}

/// Whether a text is a CPF, a CNPJ or a phone number with its area code, written with punctuation.
fn is_punctuated(text: &str) -> bool {
    const FORMS: [&str; 6] = [
        "ddd.ddd.ddd-dd",
        "dd.ddd.ddd/dddd-dd",
        "(dd) ddddd-dddd",
        "(dd) dddd-dddd",
        "(dd)ddddd-dddd",
        "(dd)dddd-dddd",
    ];
    FORMS.iter().any(|form| has_form(text, form)) || text.starts_with("+55") && text.len() > 12
}

/// Whether a text matches a pattern in which `d` stands for any digit.
fn has_form(text: &str, form: &str) -> bool {
    text.len() == form.len()
        && text
            .bytes()
            .zip(form.bytes())
            .all(|(byte, form)| if form == b'd' { byte.is_ascii_digit() } else { byte == form })
}

#[cfg(test)]
mod tests {
    use super::ValueType;

    #[test]
    fn a_text_is_told_by_its_form() {
        for (value, found) in [
            (r#""""#, ValueType::EmptyText),
            (r#"" ""#, ValueType::EmptyText),
            (r#""S""#, ValueType::LetterText),
            (r#""TRUE""#, ValueType::BooleanText),
            (r#""0012""#, ValueType::IntegerText),
            (r#""-12""#, ValueType::IntegerText),
            (r#""1280.50""#, ValueType::DecimalText),
            (r#""1.280,50""#, ValueType::CommaText),
            (r#""R$ 1.280,50""#, ValueType::CurrencyText),
            (r#""R$""#, ValueType::Text),
            (r#""1.2.3""#, ValueType::Text),
            (r#""2026-11-20""#, ValueType::DateText),
            (r#""20/11/2026""#, ValueType::LocalDateText),
            (r#""20/11/2026 14:03""#, ValueType::LocalDateText),
            (r#""2026-11-20T14:03:11-03:00""#, ValueType::InstantText),
            (r#""2026-11-20T14:03:11Z""#, ValueType::InstantText),
            (r#""2026-11-20T14:03:11""#, ValueType::UnzonedText),
            (r#""20261120""#, ValueType::CompactDateText),
            (r#""99991231""#, ValueType::CompactDateText),
            (r#""20262011""#, ValueType::IntegerText),
            (r#""00000000""#, ValueType::EmptyDayText),
            (r#""  /  /    ""#, ValueType::EmptyDayText),
            (r#""00""#, ValueType::IntegerText),
            (r#""/""#, ValueType::Text),
            (r#""20261120 14:03:11""#, ValueType::UnzonedText),
            (r#""20261120T140311""#, ValueType::UnzonedText),
            (r#""20261120 manhã""#, ValueType::Text),
            (r#""/Date(1795194191000)/""#, ValueType::DotNetText),
            (r#""529.982.247-25""#, ValueType::PunctuatedText),
            (r#""11.222.333/0001-81""#, ValueType::PunctuatedText),
            (r#""(11) 98000-0000""#, ValueType::PunctuatedText),
            (r#""+55 11 98000-0000""#, ValueType::PunctuatedText),
            (r#""529.982.247""#, ValueType::Text),
            (r#""Cão""#, ValueType::Text),
            (r#""Cão   ""#, ValueType::PaddedText),
            (r#""çãéíóúàâ""#, ValueType::Text),
            (r#""20-11-2026""#, ValueType::HyphenDateText),
            (r#""20-11-2026 14:03""#, ValueType::HyphenDateText),
            (r#""12-34-567890""#, ValueType::Text),
            (r#""01-11-2026001-7""#, ValueType::Text),
            ("-1.5e3", ValueType::WholeDecimal),
            ("-1.5e-3", ValueType::Decimal),
            ("70213", ValueType::Integer),
            ("null", ValueType::Null),
            ("false", ValueType::Boolean),
            ("[]", ValueType::List),
            ("{}", ValueType::Object),
        ] {
            assert_eq!(ValueType::of(value), found, "{value}");
        }
    }
}
