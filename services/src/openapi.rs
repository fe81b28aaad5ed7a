//! The OpenAPI 3.1 document, generated from the contract's types; descriptions are their doc comments.

use schemars::{SchemaGenerator, generate::SchemaSettings};
use serde_json::{Map, Value, json};

use contract::{
    Call as _, CallInfo, UNLESS_NAMED,
    acionamento::{IDEMPOTENCY_KEY, SalvaSinistroWeb},
    envelope::{REFUSED, SUCCESS},
};

/// The OpenAPI 3.1 document of the services.
pub fn openapi() -> Value {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.definitions_path = "/components/schemas".into();
        settings.meta_schema = None;
    });
    let mut schemas = settings.into_generator();
    let paths: Map<_, _> =
        contract::calls().iter().map(|call| (call.path.to_owned(), path(call, &mut schemas))).collect();
    let response = |description: &str| {
        let refused = json!({ "$ref": "#/components/schemas/Refused" });
        json!({ "description": description, "content": { "application/json": { "schema": refused } } })
    };
    let responses = json!({
        "Malformed": response("The body is not JSON of the service's request type"),
        "NoSession": response("No valid session behind the bearer token"),
        "TooLarge": response("The body is larger than 64 KiB"),
        "NotJson": response("The body is not sent as application/json"),
        "InternalError": response("An internal error of the service"),
    });
    let mut schemas = schemas.take_definitions(true);
    for keys in schemas.values_mut().filter_map(|schema| schema.get_mut("properties")?.as_object_mut()) {
        keys.retain(|_, key| key["x-omitted"] != UNLESS_NAMED);
    }
    schemas.insert(
        "Refused".to_owned(),
        json!({
            "type": "object",
            "required": ["status", "messages", "data"],
            "properties": {
                "status": { "type": "integer", "not": { "const": SUCCESS }, "examples": [REFUSED],
                            "description": "Any value but 1." },
                "messages": { "type": "string", "description": "Text for the user; of HTTP 400, 413 and 415 for the developer." },
                "data": { "type": "null", "description": "Nothing." },
            },
        }),
    );
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Acionamento services",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Every call is a POST with a JSON body; every answer is an envelope. Dates are \
                            YYYY-MM-DD, instants RFC 3339 with offset, money numbers in BRL with two decimals.",
        },
        "paths": paths,
        "components": {
            "schemas": schemas,
            "responses": responses,
            "securitySchemes": {
                "session": { "type": "http", "scheme": "bearer", "description": "`dsToken` of `valida-login`" }
            },
        },
    })
}

/// The operation of a service.
fn path(call: &CallInfo, schemas: &mut SchemaGenerator) -> Value {
    let [request, data] = [call.request_schema, call.data_schema].map(|schema| schema(schemas).to_value());
    let name = request["$ref"].as_str().and_then(|name| name.rsplit('/').next()).unwrap_or_default();
    let description = schemas.definitions().get(name).map_or(Value::Null, |schema| schema["description"].clone());
    let (tag, operation) = call.path.trim_start_matches('/').split_once('/').unwrap_or_default();
    let success = json!({
        "type": "object",
        "title": "Success",
        "required": ["status", "messages", "data"],
        "properties": {
            "status": { "const": SUCCESS, "description": "Success." },
            "messages": { "type": "string", "description": "Empty, or a special message of the call." },
            "data": data,
        },
    });
    let mut responses = json!({
        "200": {
            "description": "Success, or refused with a text for the user",
            "content": { "application/json": { "schema": { "oneOf": [success, { "$ref": "#/components/schemas/Refused" }] } } }
        },
        "400": { "$ref": "#/components/responses/Malformed" },
        "413": { "$ref": "#/components/responses/TooLarge" },
        "415": { "$ref": "#/components/responses/NotJson" },
        "500": { "$ref": "#/components/responses/InternalError" },
    });
    let mut entry = json!({
        "tags": [tag],
        "operationId": operation,
        "description": description,
        "security": if call.session { json!([{ "session": [] }]) } else { json!([]) },
        "requestBody": {
            "required": true,
            "content": { "application/json": { "schema": request } }
        },
    });
    if call.session {
        responses["401"] = json!({ "$ref": "#/components/responses/NoSession" });
    }
    if call.path == SalvaSinistroWeb::PATH {
        entry["parameters"] = json!([{
            "name": IDEMPOTENCY_KEY,
            "in": "header",
            "description": "Identifies the call: a repeated call with the same key and body returns the first answer and saves \
                            nothing; with another body it is refused.",
            "schema": { "type": "string", "minLength": 1, "maxLength": 200, "pattern": "^[!-~]+$" }
        }]);
    }
    entry["responses"] = responses;
    json!({ "post": entry })
}
