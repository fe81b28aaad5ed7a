//! The schema as a whole: its text and its descriptions.

use std::{fs, path::Path};

use serde_json::{Value, json};

use crate::kit::Gateway;

/// If `schema.graphql` is out of date, this test writes it anew and fails.
#[test]
fn schema_graphql_is_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../schema.graphql");
    let sdl = gateway::schema::sdl();
    if fs::read_to_string(&path).is_ok_and(|file| file == sdl) {
        return;
    }
    fs::write(&path, sdl).unwrap();
    panic!("schema.graphql was out of date and has been written anew: review and commit it");
}

#[tokio::test]
async fn everything_in_the_schema_is_described() {
    let document = "{ __schema { types {
        kind name description
        fields(includeDeprecated: true) { name description args(includeDeprecated: true) { name description } }
        inputFields(includeDeprecated: true) { name description }
        enumValues(includeDeprecated: true) { name description }
    } } }";
    let answer = Gateway::alone().run(None, document, json!({})).await;
    let mut silent = Vec::new();
    let mut check = |place: String, thing: &Value| {
        if thing["description"].as_str().is_none_or(|text| text.trim().len() < 8) {
            silent.push(place);
        }
    };
    let list = |thing: &Value, key: &str| thing[key].as_array().cloned().unwrap_or_default();
    for kind in list(&answer.data()["__schema"], "types") {
        let name = kind["name"].as_str().unwrap();
        // GraphQL's own types.
        if name.starts_with("__") || matches!(name, "Boolean" | "Float" | "ID" | "Int" | "String") {
            continue;
        }
        check(name.to_owned(), &kind);
        for field in list(&kind, "fields") {
            let field_name = format!("{name}.{}", field["name"].as_str().unwrap());
            for argument in list(&field, "args") {
                check(format!("{field_name}({})", argument["name"].as_str().unwrap()), &argument);
            }
            check(field_name, &field);
        }
        for value in list(&kind, "inputFields").iter().chain(&list(&kind, "enumValues")) {
            check(format!("{name}.{}", value["name"].as_str().unwrap()), value);
        }
    }
    assert_eq!(silent, Vec::<String>::new());
}
