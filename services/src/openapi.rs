//! The OpenAPI 3.1 document, generated from the contract's types; descriptions are their doc comments.

use schemars::{JsonSchema, SchemaGenerator, generate::SchemaSettings};
use serde_json::{Map, Value, json};

use contract::{
    Call,
    acionamento::{IDEMPOTENCY_KEY, SalvaSinistroWeb},
    envelope::{REFUSED, SUCCESS},
};

/// Collects one operation for each service.
pub(crate) struct Document {
    schemas: SchemaGenerator,
    paths: Map<String, Value>,
}

impl Document {
    pub(crate) fn new() -> Self {
        let settings = SchemaSettings::draft2020_12().with(|settings| {
            settings.definitions_path = "/components/schemas".into();
            settings.meta_schema = None;
        });
        Self { schemas: settings.into_generator(), paths: Map::new() }
    }

    pub(crate) fn add<C: Call>(&mut self) {
        let description = C::json_schema(&mut self.schemas).get("description").cloned().unwrap_or_default();
        let (tag, operation) = C::PATH.trim_start_matches('/').split_once('/').unwrap_or_default();
        let accepted = json!({
            "type": "object",
            "title": "Accepted",
            "required": ["status", "messages", "data"],
            "properties": {
                "status": { "const": SUCCESS, "description": "Success." },
                "messages": { "type": "string", "description": "Empty, or a special message of the call." },
                "data": self.schema::<C::Data>(),
            },
        });
        let mut responses = json!({
            "200": {
                "description": "Accepted, or refused with a text for the user",
                "content": { "application/json": { "schema": { "oneOf": [accepted, { "$ref": "#/components/schemas/Refused" }] } } }
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
            "security": if C::SESSION { json!([{ "session": [] }]) } else { json!([]) },
            "requestBody": {
                "required": true,
                "content": { "application/json": { "schema": self.schema::<C>() } }
            },
        });
        if C::SESSION {
            responses["401"] = json!({ "$ref": "#/components/responses/NoSession" });
        }
        if C::PATH == SalvaSinistroWeb::PATH {
            entry["parameters"] = json!([{
                "name": IDEMPOTENCY_KEY,
                "in": "header",
                "description": "Identifies the call: a repeated call with the same key and body returns the first answer and saves \
                                nothing; with another body it is refused.",
                "schema": { "type": "string", "minLength": 1, "maxLength": 200, "pattern": "^[!-~]+$" }
            }]);
        }
        entry["responses"] = responses;
        self.paths.insert(C::PATH.to_owned(), json!({ "post": entry }));
    }

    pub(crate) fn finish(mut self) -> Value {
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
        let mut schemas = self.schemas.take_definitions(true);
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
            "paths": self.paths,
            "components": {
                "schemas": schemas,
                "responses": responses,
                "securitySchemes": {
                    "session": { "type": "http", "scheme": "bearer", "description": "`dsToken` of `valida-login`" }
                },
            },
        })
    }

    fn schema<T: JsonSchema>(&mut self) -> Value {
        self.schemas.subschema_for::<T>().to_value()
    }
}
