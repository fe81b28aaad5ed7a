//! `/LoginUsuarioWeb`: the three steps of the login, the password and the user's own data.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    Call, LOSES_VALUE, REMOVES, SAME_REQUEST, UNLESS_NAMED, Write,
    value::{Consent, Label, Nothing, Nullable, Secret, Text},
};

/// Special message of [`ValidaEmail`], whatever the status: the user is blocked.
pub const BLOQUEADO: &str = "BLOQUEADO";
/// Special message of [`ValidaEmail`], whatever the status: the user must change the password first.
pub const TROCARSENHA: &str = "TROCARSENHA";
/// Length of an access code, in characters.
pub const CODE_LENGTH: usize = 6;
/// Maximum characters of a user's name.
pub const MAX_NAME: usize = 120;

/// Step 1: requests an access code, which is sent to the e-mail address. An unknown address gets
/// the same answer. The messages `BLOQUEADO` and `TROCARSENHA` are special.
#[derive(Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ValidaEmail {
    /// The fixed key of the calling application.
    #[schemars(extend("x-omitted" = SAME_REQUEST))]
    pub api_key: Secret,
    /// The user's e-mail address.
    pub email: String,
}

impl Call for ValidaEmail {
    const PATH: &'static str = "/LoginUsuarioWeb/login-valida-email";
    const SESSION: bool = false;
    const LOGIN_STEP: bool = true;
    type Data = Nothing;
}

impl Write for ValidaEmail {}

/// Step 2: validates the access code, which alone identifies the login attempt.
#[derive(Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ValidaCodigoAcesso {
    /// The fixed key of the calling application.
    #[schemars(extend("x-omitted" = SAME_REQUEST))]
    pub api_key: Secret,
    /// The code of 6 characters from the e-mail; upper and lower case are the same.
    pub codigo_acesso: Secret,
    /// The user's e-mail address, for an API that asks for it here too. It is not part of the contract.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String", extend("x-omitted" = UNLESS_NAMED))]
    pub email: Option<String>,
}

impl Call for ValidaCodigoAcesso {
    const PATH: &'static str = "/LoginUsuarioWeb/valida-codigo-acesso";
    const SESSION: bool = false;
    const LOGIN_STEP: bool = true;
    type Data = Consent;
}

impl Write for ValidaCodigoAcesso {}

/// Step 3: sends the password and opens the session.
#[derive(Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ValidaLogin {
    /// The user's e-mail address.
    pub email: String,
    /// Lower-case MD5 hex digest of the password (32 characters), never the password itself.
    pub senha: Secret,
    /// The fixed key of the calling application.
    #[schemars(extend("x-omitted" = SAME_REQUEST))]
    pub api_key: Secret,
}

impl Call for ValidaLogin {
    const PATH: &'static str = "/LoginUsuarioWeb/valida-login";
    const SESSION: bool = false;
    const LOGIN_STEP: bool = true;
    type Data = Sessao;
}

impl Write for ValidaLogin {}

/// Changes the password. Works without a session, for a change that is forced at the login. With a
/// session, that session stays valid and the user's other sessions end.
#[derive(Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AtualizaSenha {
    /// The fixed key of the calling application.
    #[schemars(extend("x-omitted" = SAME_REQUEST))]
    pub api_key: Secret,
    /// The user's e-mail address. An API may take it from the session instead.
    #[schemars(extend("x-omitted" = SAME_REQUEST))]
    pub email: String,
    /// Lower-case MD5 hex digest of the current password.
    pub senha_atual: Secret,
    /// Lower-case MD5 hex digest of the new password. It must differ from the current one.
    pub senha_nova: Secret,
}

impl Call for AtualizaSenha {
    const PATH: &'static str = "/LoginUsuarioWeb/atualiza-senha";
    const SESSION: bool = false;
    type Data = Nothing;
}

impl Write for AtualizaSenha {}

/// Changes the signed-in user's name and phone.
#[derive(Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AtualizaUsuario {
    /// The fixed key of the calling application.
    #[schemars(extend("x-omitted" = SAME_REQUEST))]
    pub api_key: Secret,
    /// The new name, 1 to 120 characters.
    pub nome: String,
    /// The new phone number, area code first: 10 or 11 digits. Null or empty removes it.
    #[schemars(extend("x-omitted" = LOSES_VALUE, "x-null" = REMOVES))]
    pub telefone: Option<String>,
}

impl Call for AtualizaUsuario {
    const PATH: &'static str = "/LoginUsuarioWeb/atualiza-usuario";
    type Data = Usuario;
}

// Makes no read stale: histories show names as they were at the time.
impl Write for AtualizaUsuario {}

/// A new session and its user.
#[derive(Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Sessao {
    /// The token that every other call carries as `Authorization: Bearer`. Empty where a header carries it.
    #[serde(default)]
    #[schemars(!default)]
    pub ds_token: Secret,
    /// The user's name.
    pub nm_usuario: Label,
    /// The user's e-mail address; the reference services always send it.
    pub ds_email: Nullable<String>,
    /// The user's phone number, area code first, digits only.
    pub nr_telefone: Nullable<Text>,
    /// The profile, as text for display, such as "Atendente".
    pub ds_perfil: Nullable<String>,
}

/// A user's own data.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Usuario {
    /// The user's name.
    pub nm_usuario: Label,
    /// The user's e-mail address; the reference services always send it.
    pub ds_email: Nullable<String>,
    /// The user's phone number, area code first, digits only.
    pub nr_telefone: Nullable<Text>,
    /// The profile, as text for display, such as "Atendente".
    pub ds_perfil: Nullable<String>,
}
