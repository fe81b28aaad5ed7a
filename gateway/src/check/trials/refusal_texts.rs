//! The texts of well-known frameworks that refuse a request: of unknown keys, missing keys, and texts instead of numbers.

use std::collections::BTreeSet;

use super::refusal_names::names_in_body;

fn set(names: &[&str]) -> BTreeSet<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

#[test]
fn unknown_keys_are_seen_in_the_texts_of_frameworks() {
    for body in [
        // Newtonsoft.Json
        r#"{"message":"Could not find member 'codigoAcesso' on object of type 'ValidarReq'. Path 'codigoAcesso', line 1, position 15."}"#,
        // System.Text.Json, in English and Portuguese, and as ASP.NET has it
        r#"{"message":"The JSON property 'codigoAcesso' could not be mapped to any .NET member contained in type 'ValidarReq'."}"#,
        r#"{"mensagens":["A propriedade JSON 'codigoAcesso' não pôde ser mapeada para nenhum membro .NET contido no tipo 'R'."]}"#,
        r#"{"mensagens":["Não foi possível localizar o membro 'codigoAcesso' no objeto do tipo 'ValidarCodigoRequest'. Caminho: $.codigoAcesso."]}"#,
        r#"{"errors":{"$.codigoAcesso":["The JSON property 'codigoAcesso' could not be mapped to any .NET member contained in type 'R'. Path: $.codigoAcesso | LineNumber: 0 | BytePositionInLine: 17."],"request":["The request field is required."]}}"#,
        r#"{"mensagem":"Não foi encontrado o membro 'codigoAcesso'."}"#,
        r#"{"mensagem":"Não existe o membro 'codigoAcesso'"}"#,
        // Jackson, Spring
        r#"{"message":"JSON parse error: Unrecognized field \"codigoAcesso\" (class br.com.pet.ValidarCodigo), not marked as ignorable"}"#,
        r#"{"message":"Unrecognized field \"codigoAcesso\" (class br.com.pet.ValidarCodigo), not marked as ignorable (2 known properties: \"codigo\", \"email\"])"}"#,
        // Go
        r#"{"error":"json: unknown field \"codigoAcesso\""}"#,
        // serde
        "Failed to deserialize the JSON body into the target type: unknown field `codigoAcesso`, expected `codigo` or `email` at line 1 column 15",
        // class-validator
        r#"{"statusCode":400,"message":["property codigoAcesso should not exist"],"error":"Bad Request"}"#,
        // Joi, celebrate
        r#"{"message":"\"codigoAcesso\" is not allowed"}"#,
        r#"{"validation":{"body":{"source":"body","keys":["codigoAcesso"],"message":"\"codigoAcesso\" is not allowed"}}}"#,
        // Zod 3 and 4
        r#"{"issues":[{"code":"unrecognized_keys","keys":["codigoAcesso"],"path":[],"message":"Unrecognized key(s) in object: 'codigoAcesso'"}]}"#,
        r#"{"error":{"issues":[{"code":"unrecognized_keys","path":[],"message":"Unrecognized key: \"codigoAcesso\""}]}}"#,
        // Pydantic
        r#"{"detail":[{"type":"extra_forbidden","loc":["body","codigoAcesso"],"msg":"Extra inputs are not permitted","input":"1"}]}"#,
        // marshmallow
        r#"{"codigoAcesso":["Unknown field."]}"#,
        r#"{"errors":{"json":{"codigoAcesso":["Unknown field."]}}}"#,
        // ajv
        r#"{"errors":[{"instancePath":"","keyword":"additionalProperties","params":{"additionalProperty":"codigoAcesso"},"message":"must NOT have additional properties"}]}"#,
        // Laravel
        r#"{"message":"The codigoAcesso field is prohibited.","errors":{"codigoAcesso":["The codigoAcesso field is prohibited."]}}"#,
        // Rails
        r#"{"error":"found unpermitted parameter: :codigoAcesso"}"#,
    ] {
        let names = names_in_body(body.as_bytes());
        assert_eq!(names.unknown, set(&["codigoAcesso"]), "{body}");
        assert_eq!(names.missing, set(&[]), "{body}");
    }
}

#[test]
fn missing_keys_are_seen_in_the_texts_of_frameworks() {
    for body in [
        r#"{"errors":{"Codigo":["The Codigo field is required."]}}"#,
        r#"{"message":"Required property 'codigo' not found in JSON. Path '', line 1, position 15."}"#,
        r#"{"message":"Missing required creator property 'codigo' (index 0)"}"#,
        r#"{"message":["codigo should not be empty"]}"#,
        r#"{"message":"\"codigo\" is required"}"#,
        r#"{"issues":[{"code":"invalid_type","expected":"string","received":"undefined","path":["codigo"],"message":"Required"}]}"#,
        r#"{"detail":[{"type":"missing","loc":["body","codigo"],"msg":"Field required"}]}"#,
        r#"{"codigo":["Missing data for required field."]}"#,
        r#"{"errors":[{"instancePath":"","params":{"missingProperty":"codigo"},"message":"must have required property 'codigo'"}]}"#,
        r#"{"errors":{"codigo":["The codigo field is required."]}}"#,
        "missing field `codigo` at line 1 column 15",
    ] {
        let names = names_in_body(body.as_bytes());
        assert_eq!(names.missing, set(&["codigo"]), "{body}");
        assert_eq!(names.unknown, set(&[]), "{body}");
    }
}

#[test]
fn numbers_are_seen_in_the_texts_of_frameworks() {
    for body in [
        // System.Text.Json, in English and Portuguese, and as ASP.NET has it
        r#"{"message":"The JSON value could not be converted to System.Int32. Path: $.seguradoraId | LineNumber: 0 | BytePositionInLine: 20."}"#,
        r#"{"mensagens":["O valor JSON não pôde ser convertido em System.Int32. Caminho: $.seguradoraId."]}"#,
        r#"{"errors":{"$.seguradoraId":["The JSON value could not be converted to System.Int64. Path: $.seguradoraId | LineNumber: 0 | BytePositionInLine: 20."],"dto":["The dto field is required."]}}"#,
        // Newtonsoft.Json
        r#"{"message":"Could not convert string to integer: 11. Path 'seguradoraId', line 1, position 20."}"#,
        // Jackson
        r#"{"message":"JSON parse error: Cannot deserialize value of type `java.lang.Integer` from String \"11\": not a valid `java.lang.Integer` value\n at [Source: (body); line: 1, column: 16] (through reference chain: br.Pedido[\"seguradoraId\"])"}"#,
        r#"{"errors":[{"field":"seguradoraId","message":"Cannot deserialize value of type `Integer` from String"}]}"#,
        // Go
        r#"{"error":"json: cannot unmarshal string into Go struct field Pedido.seguradoraId of type int"}"#,
        // serde
        "seguradoraId: invalid type: string \"11\", expected i64 at line 1 column 20",
        // class-validator
        r#"{"message":["seguradoraId must be a number conforming to the specified constraints"]}"#,
        // Joi
        r#"{"message":"\"seguradoraId\" must be a number"}"#,
        // Zod 3 and 4
        r#"{"issues":[{"code":"invalid_type","expected":"number","received":"string","path":["seguradoraId"],"message":"Expected number, received string"}]}"#,
        r#"{"issues":[{"expected":"number","path":["seguradoraId"],"message":"Invalid input: expected number, received string"}]}"#,
        // Pydantic
        r#"{"detail":[{"type":"int_type","loc":["body","seguradoraId"],"msg":"Input should be a valid integer","input":"11"}]}"#,
        // marshmallow
        r#"{"seguradoraId":["Not a valid integer."]}"#,
        // ajv
        r#"{"errors":[{"instancePath":"/seguradoraId","params":{"type":"integer"},"message":"must be integer"}]}"#,
        // Laravel
        r#"{"errors":{"seguradoraId":["The seguradoraId field must be an integer."]}}"#,
        r#"{"mensagem":"seguradoraId: tipo inválido, esperado inteiro."}"#,
    ] {
        let names = names_in_body(body.as_bytes());
        assert_eq!(names.numbers, set(&["seguradoraId"]), "{body}");
        assert_eq!(names.unknown.union(&names.missing).count(), 0, "{body}");
    }
}

#[test]
fn the_only_key_and_the_only_other_name_are_one_whatever_the_sentence() {
    for (text, pair) in [
        ("Troque 'codigoAcesso' por 'codigo'.", Some(("codigoAcesso", "codigo"))),
        (
            "Use codigo_acesso no lugar de codigoAcesso (tipo ValidarCodigoRequest).",
            Some(("codigoAcesso", "codigo_acesso")),
        ),
        (
            "Cannot bind property [codigoAcesso] of class br.com.pet.ValidarCodigo; see 'pin'",
            Some(("codigoAcesso", "pin")),
        ),
        // Two of either are no pair, nor what is told to be missing or wrong, nor types.
        ("Troque 'codigoAcesso' por 'codigo' ou 'pin'.", None),
        ("Troque 'codigoAcesso' e 'email' por 'codigo'.", None),
        ("O campo codigoAcesso é obrigatório, como 'codigo'.", None),
        ("O campo codigoAcesso é inválido. Veja 'ajuda'.", None),
        ("Recusado: 'codigoAcesso' em ValidarCodigoRequest, PIN ERRADO.", None),
        // It is more like the other key.
        ("Com 'email' vai 'codigo'.", None),
    ] {
        let mut names = names_in_body(text.as_bytes());
        names.pair(&["email", "codigoAcesso"]);
        let found = names.unknown.first().zip(names.missing.first());
        assert_eq!(found.map(|(key, name)| (&**key, &**name)), pair, "{text}: {names:?}");
    }
}
