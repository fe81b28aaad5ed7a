//! Values that cannot be what the graph shows: the response is invalid, as with any other violation of the contract.

use serde_json::{Value, json};

use super::{Fault, Misbehaving, ok};
use crate::{kit::Gateway, stub::acionamento};

#[tokio::test]
async fn an_amount_with_too_many_digits_is_refused() {
    const LIST: &str = "{ acionamentos(filtro: { status: \"ABERTO\" }) { valorTotal nodes { valorTotal } } }";
    let answer = async |amounts: &[&str]| {
        let row = |amount: &&str| {
            let row = serde_json::to_string(&acionamento(1)).unwrap();
            assert!(row.contains(r#""vlTotal":640.00"#), "{row}");
            row.replace(r#""vlTotal":640.00"#, &format!(r#""vlTotal":{amount}"#))
        };
        let rows: Vec<_> = amounts.iter().map(row).collect();
        let body = format!(r#"{{"status":1,"messages":"","data":[{}]}}"#, rows.join(","));
        let service = Misbehaving::with(Fault::Say(ok(&body))).await;
        let reply = Gateway::over(service.address).run(Some("ficha"), LIST, json!({})).await;
        serde_json::from_str::<Value>(&reply.text).unwrap()
    };
    let exact = "792281625142643375935439503.35";
    let list = json!({ "valorTotal": exact, "nodes": [{ "valorTotal": exact }] });
    assert_eq!(answer(&[exact]).await["data"]["acionamentos"], list);
    for amount in
        ["7922816251426433759354395033.55", r#""7922816251426433759354395033.55""#, "79228162514264337593543950336"]
    {
        let error = &answer(&[amount]).await["errors"][0];
        assert_eq!(error["path"], json!(["acionamentos"]), "{amount}");
        assert_eq!(error["extensions"]["code"], "UPSTREAM_INVALID_RESPONSE", "{amount}");
    }
    // Each is representable, their sum is not.
    let error = &answer(&["79228162514264337593543950335", "0.01"]).await["errors"][0];
    assert_eq!(error["path"], json!(["acionamentos", "valorTotal"]));
    assert_eq!(error["extensions"]["code"], "UPSTREAM_INVALID_RESPONSE");
}
