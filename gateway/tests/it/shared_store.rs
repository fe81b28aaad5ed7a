//! The connection to Redis, without a gateway around it.

use std::{net::SocketAddr, time::Duration};

use gateway::shared_store::{RedisSettings, RedisState, RedisUrl, ScriptCall, SharedStore};
use secrecy::SecretBox;
use tokio::{
    io::copy_bidirectional,
    net::{TcpListener, UnixStream},
    sync::watch,
    time::timeout,
};

use crate::redis_server::RedisServer;

/// Forwards connections to a socket. The returned sender silences the open ones, without closing them, as a firewall or a
/// failover does; new ones are forwarded.
async fn proxy(socket: String) -> (SocketAddr, watch::Sender<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (silence, silenced) = watch::channel(());
    tokio::spawn(async move {
        while let Ok((mut client, _)) = listener.accept().await {
            let (socket, mut silenced) = (socket.clone(), silenced.clone());
            silenced.mark_unchanged();
            tokio::spawn(async move {
                let mut server = UnixStream::connect(socket).await.unwrap();
                tokio::select! {
                    _ = copy_bidirectional(&mut client, &mut server) => {}
                    _ = silenced.changed() => std::future::pending::<()>().await,
                }
            });
        }
    });
    (address, silence)
}

#[tokio::test]
async fn a_connection_that_went_silent_is_replaced() {
    let redis = RedisServer::start().await;
    let socket = redis.url().trim_start_matches("unix://").to_owned();
    let (address, silence) = proxy(socket).await;
    let url = RedisUrl::parse(&format!("redis://{address}").into()).unwrap();
    let settings = RedisSettings { url, prefix: "teste".to_owned(), response_timeout: Duration::from_secs(2) };
    let store = SharedStore::open(&settings, &SecretBox::new(Box::new([7; 32])));
    let reconnected = async || timeout(Duration::from_secs(60), store.wait_until_connected()).await.is_ok();
    let call = ScriptCall::new("return 1");
    assert!(reconnected().await);
    assert_eq!(store.run::<i64>(&call).await, Some(1));
    silence.send(()).unwrap();
    assert_eq!((store.run::<i64>(&call).await, store.state()), (None, RedisState::Unreachable));
    assert!(reconnected().await);
    assert_eq!(store.run::<i64>(&call).await, Some(1));
}
