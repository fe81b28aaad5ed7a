//! Whether a code of a call exists. The services answer an unknown one with an empty list, which a model takes for "none".

use std::{collections::BTreeSet, sync::Arc};

use async_graphql::{Name, Value, Variables};
use chrono::Datelike as _;
use serde_json::Value as Json;
use services::calendar;
use tokio::time::Instant;

use crate::{
    http::{
        gateway_state::GatewayState,
        graphql::{
            execution::{self, Execution},
            resolved::ResolvedRequest,
        },
    },
    nearest_name::nearest_name,
    schema::{caller::Caller, mcp_tools::McpTools},
};

/// Most characters of an argument that are repeated.
const MAX_NAME: usize = 60;
/// Most known codes that are listed.
const MAX_CODES: usize = 20;

/// The codes of a call.
pub(super) struct RequestedCodes {
    statuses: Vec<String>,
    seguradora: Option<String>,
}

impl RequestedCodes {
    pub(super) fn collect(variables: &Variables) -> Self {
        let text = |value: &Value| match value {
            Value::String(text) => Some(text.clone()),
            _ => None,
        };
        let statuses = match variables.get("status") {
            Some(Value::List(codes)) => codes.iter().filter_map(text).collect(),
            _ => Vec::new(),
        };
        Self { statuses, seguradora: variables.get("seguradora").and_then(text) }
    }

    /// Why the list of a response is empty, if a code of the call does not exist. Costs nothing if each is on a row of the
    /// page; otherwise the list of insurers and the totals of two years are read, by the same session.
    pub(super) async fn refusal(
        mut self,
        shared: &GatewayState,
        tools: &McpTools,
        data: &[u8],
        caller: Caller,
        deadline: Instant,
    ) -> Option<String> {
        let data: Json = serde_json::from_slice(data).ok()?;
        let rows = nodes(&data)?;
        self.statuses.retain(|code| !rows.iter().any(|row| row["status"]["codigo"] == **code));
        self.seguradora = self.seguradora.filter(|_| rows.is_empty());
        if self.statuses.is_empty() && self.seguradora.is_none() {
            return None;
        }
        let year = calendar::date((shared.clock)()).year();
        let variables = [("ano", year), ("anterior", year - 1)];
        let variables = variables.into_iter().map(|(name, year)| (Name::new(name), Value::from(year))).collect();
        let variables = Variables::from_value(Value::Object(variables));
        let resolved = ResolvedRequest::own(Arc::clone(tools.codes()), variables, None);
        let Execution { response, .. } = execution::execute(shared, resolved, caller, deadline).await;
        let known: Json = serde_json::from_slice(response.data()?).ok()?;
        self.unknown_insurer(&known).or_else(|| self.unknown_status(&known, year))
    }

    fn unknown_insurer(&self, known: &Json) -> Option<String> {
        let seguradora = self.seguradora.as_deref()?;
        let text = |one: &Json, key: &str| one[key].as_str().unwrap_or_default().to_owned();
        let insurers: Vec<_> =
            known["seguradoras"].as_array()?.iter().map(|one| (text(one, "id"), text(one, "nome"))).collect();
        if insurers.iter().any(|(id, _)| id == seguradora) {
            return None;
        }
        let nearest = nearest_name(seguradora, insurers.iter().map(|(_, name)| &**name));
        let remedy = match insurers.iter().find(|(_, name)| Some(&**name) == nearest) {
            Some((id, name)) => format!("o código de {name} é {id}"),
            None => "listar_seguradoras diz os que há".to_owned(),
        };
        Some(format!("{} não é o código de uma seguradora: {remedy}. (BAD_USER_INPUT)", quoted(seguradora)))
    }

    fn unknown_status(&self, known: &Json, year: i32) -> Option<String> {
        let months = |key: &str| known[key].as_array();
        let codes: BTreeSet<_> = months("atual")?
            .iter()
            .chain(months("anterior")?)
            .filter_map(|total| total["status"]["codigo"].as_str())
            .collect();
        let unknown = self.statuses.iter().find(|code| !codes.contains(code.as_str()))?;
        let nearest = nearest_name(unknown, codes.iter().copied());
        let listed: Vec<_> = codes.into_iter().take(MAX_CODES).collect();
        let (code, before) = (quoted(unknown), year - 1);
        let listed = if listed.is_empty() { "nenhum".to_owned() } else { listed.join(", ") };
        let nearest = nearest.map(|nearest| format!(" O mais parecido é {nearest}.")).unwrap_or_default();
        Some(format!(
            "Nenhum acionamento de {before} e {year} tem o status {code}.{nearest} Há: {listed}. (BAD_USER_INPUT)"
        ))
    }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.chars().take(MAX_NAME).collect::<String>())
}

/// The rows of the list in a response.
fn nodes(data: &Json) -> Option<&Vec<Json>> {
    let fields = data.as_object()?;
    let own = fields.get("nodes").and_then(Json::as_array);
    own.or_else(|| fields.values().find_map(nodes))
}
