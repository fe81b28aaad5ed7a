//! Tax ids. As an argument a tax id is parsed once; the loader, the call and the wire carry what was parsed.

use std::borrow::Cow;

use async_graphql::{
    ContextSelectionSet, InputValueError, InputValueResult, OutputType, Positioned, Scalar, ScalarType, ServerResult,
    Value, parser::types::Field, registry::Registry,
};
use contract::cpf_cnpj::{CpfCnpj, InvalidCpfCnpj};

use super::string;

/// A tax id that a caller sent: its check digits are valid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CpfCnpjArgument(pub CpfCnpj);

/// A tax id as a service sent it.
pub struct CpfCnpjText<'a>(pub Cow<'a, str>);

/// CPF (11 digits) or CNPJ (14 characters; letters are allowed in its first 12), without punctuation.
///
/// As input, the usual punctuation (`529.982.247-25`, `11.222.333/0001-81`) is accepted and the check digits must be
/// right. As output, it is without punctuation if it is valid, else what the services sent.
#[Scalar(name = "CpfCnpj")]
impl ScalarType for CpfCnpjArgument {
    fn parse(value: Value) -> InputValueResult<Self> {
        Self::read(&value).map_err(InputValueError::custom)
    }

    fn to_value(&self) -> Value {
        Value::String(self.0.as_str().to_owned())
    }
}

impl CpfCnpjArgument {
    pub(super) fn read(value: &Value) -> Result<Self, &'static str> {
        // A number would have lost its leading zeros.
        CpfCnpj::parse(string(value, "Envie o CPF ou CNPJ como texto.")?).map(Self).map_err(|invalid| match invalid {
            InvalidCpfCnpj::Format => "Um CPF tem 11 dígitos e um CNPJ tem 14 caracteres, com ou sem pontuação.",
            InvalidCpfCnpj::CheckDigits => "Os dígitos verificadores do CPF ou CNPJ não conferem.",
        })
    }
}

impl CpfCnpjText<'_> {
    /// Without punctuation, if it is valid.
    pub fn plain(&self) -> Cow<'_, str> {
        let is_plain = matches!(self.0.len(), 11 | 14) && self.0.bytes().all(|byte| byte.is_ascii_digit());
        if is_plain { Cow::Borrowed(&self.0) } else { CpfCnpj::from_row(&self.0).to_string().into() }
    }
}

impl OutputType for CpfCnpjText<'_> {
    fn type_name() -> Cow<'static, str> {
        <CpfCnpjArgument as OutputType>::type_name()
    }

    fn create_type_info(registry: &mut Registry) -> String {
        <CpfCnpjArgument as OutputType>::create_type_info(registry)
    }

    async fn resolve(&self, _: &ContextSelectionSet<'_>, _: &Positioned<Field>) -> ServerResult<Value> {
        Ok(Value::String(self.plain().into_owned()))
    }
}
