//! The kinds of values for which a type asks the reader, as names of newtypes. serde_json ignores these names.

/// A value that may be unreadable. The reader answers with a list: of one value; empty if the value cannot be read; empty with
/// a size hint of 0 if the text is blank (APIs without null write that).
pub(crate) const NULLABLE: &str = "nullable";

/// An amount. The reader passes centavos (`visit_u128`) for two decimals, else the digits as a string.
pub(crate) const MONEY: &str = "amount";

/// The code of a status, for which an API may have others.
pub(crate) const STATUS_CODE: &str = "status";

/// A flag, for which a mapping may define other words.
pub(crate) const FLAG: &str = "flag";

/// A tax id: a JSON number has lost its leading zeros.
pub(crate) const TAX_ID: &str = "tax id";

/// A day or an instant, whose form a mapping may configure.
pub(crate) const TIME: &str = "time";
