//! The connection limits, in all and per address.

use gateway::http::ClientLimits;
use tokio::{net::TcpSocket, time::timeout};

use crate::{
    http1_client::{ANSWER, Client, PATIENCE, ask, query, with},
    kit::CLIENT_LIMITS,
};

#[tokio::test]
async fn at_the_connection_limit_the_longest_idle_connection_is_closed() {
    let (address, _stop) =
        with(ClientLimits { connections: 2, connections_per_address: 2, ..CLIENT_LIMITS }).listen().await;
    let mut first = Client::to(address).await;
    first.send(query()).await;
    first.answer().await;
    let mut second = Client::to(address).await;
    second.send(query()).await;
    second.answer().await;
    // The third evicts the first.
    assert_eq!(ask(address, query()).await.body, ANSWER);
    assert_eq!(first.rest().await, "");
    second.send(query()).await;
    assert_eq!(second.answer().await.body, ANSWER);
}

#[tokio::test]
async fn an_address_at_its_limit_evicts_no_other_address() {
    let (address, _stop) =
        with(ClientLimits { connections: 3, connections_per_address: 2, ..CLIENT_LIMITS }).listen().await;
    let to = async |from: [u8; 4]| {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind((from, 0).into()).unwrap();
        let mut client = Client(socket.connect(address).await.unwrap());
        client.send(query()).await;
        (client.answer().await.status, client)
    };
    let (_, mut others) = to([127, 0, 0, 2]).await;
    let (_, mut first) = to([127, 0, 0, 1]).await;
    let (_, mut second) = to([127, 0, 0, 1]).await;
    // At the limit of all connections; the one idle for longest is of another address.
    for _ in 0..3 {
        assert_eq!(to([127, 0, 0, 1]).await.0, 429);
    }
    for client in [&mut others, &mut first, &mut second] {
        client.send(query()).await;
        assert_eq!(client.answer().await.body, ANSWER);
    }
    // An address below its limit evicts it.
    assert_eq!(to([127, 0, 0, 3]).await.0, 200);
    assert_eq!(others.rest().await, "");
}

#[tokio::test]
async fn an_address_past_its_connection_limit_gets_429() {
    let (address, _stop) = with(ClientLimits { connections_per_address: 2, ..CLIENT_LIMITS }).listen().await;
    let mut held = Vec::new();
    for _ in 0..2 {
        let mut client = Client::to(address).await;
        client.send(query()).await;
        client.answer().await;
        held.push(client);
    }
    let answer = Client::to(address).await.answer().await;
    assert_eq!((answer.status, answer.code().as_str(), answer.closes()), (429, "TOO_MANY_CONNECTIONS", true));
    // A closed connection makes room for another.
    let mut gone = held.pop().unwrap();
    gone.send("GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").await;
    assert!(gone.rest().await.ends_with("ok\n"));
    let freed = async {
        while ask(address, query()).await.status != 200 {
            tokio::task::yield_now().await;
        }
    };
    timeout(PATIENCE, freed).await.expect("a place");
}
