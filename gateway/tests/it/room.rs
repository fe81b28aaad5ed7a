//! Large answers wait for room, small ones never do, and nobody waits for ever.

use axum::{
    Json, Router,
    body::Body,
    extract::Request,
    http::header,
    response::{IntoResponse as _, Response},
};
use futures_util::{future::join_all, stream};
use serde_json::{Value, json};
use services::wire::{
    Call as _, acionamento::ListaAcionamentosByStatus, envelope::Envelope, seguradora::ListaSeguradora,
};
use tokio::{select, sync::mpsc};

use crate::{
    kit::{Gateway, serve},
    stub::{Reply, acionamento, seguradora, stub},
};

#[tokio::test]
async fn requests_that_need_two_large_lists_each_are_all_answered() {
    // More than 256 KiB each, and so many that there is room for two of them at a time.
    let rows: Vec<_> = (0..500).map(acionamento).collect();
    let stub = stub().on::<ListaAcionamentosByStatus>(move |_| Reply::Data(rows.clone())).start().await;
    let both = "{ a: acionamentos(filtro: { status: \"A\" }) { totalCount } \
                b: acionamentos(filtro: { status: \"B\" }) { totalCount } }";
    for answer in join_all((0..6).map(|_| stub.ask(both))).await {
        assert_eq!(*answer.data(), json!({ "a": { "totalCount": 500 }, "b": { "totalCount": 500 } }));
    }
}

#[tokio::test]
async fn a_small_answer_does_not_wait_for_a_large_one() {
    let (began, mut begins) = mpsc::unbounded_channel();
    let services = Router::new().fallback(move |request: Request| {
        let began = began.clone();
        async move {
            if request.uri().path() == ListaSeguradora::PATH {
                return Json(Envelope::success(vec![seguradora("3", "Pata Segura")])).into_response();
            }
            began.send(()).unwrap();
            // It has all the room there is, and never comes to its end.
            let body = Body::from_stream(stream::pending::<Result<&[u8], std::io::Error>>());
            Response::builder().header(header::CONTENT_LENGTH, 1024 * 1024).body(body).unwrap()
        }
    });
    let gateway = Gateway::over(serve(services).await);
    let large = async |token| -> Value {
        gateway.run(Some(token), "{ acionamentos(filtro: { status: \"A\" }) { totalCount } }", json!({})).await.json()
    };
    let small = async {
        begins.recv().await.unwrap();
        begins.recv().await.unwrap();
        gateway.run(Some("bia"), "{ seguradoras { nome } }", json!({})).await.data()
    };
    select! {
        answer = small => assert_eq!(answer, json!({ "seguradoras": [{ "nome": "Pata Segura" }] })),
        answer = large("ana") => panic!("{answer}"),
        answer = large("eva") => panic!("{answer}"),
    }
}
