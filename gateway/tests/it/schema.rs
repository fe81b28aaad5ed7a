//! The graph as a document.

#[test]
fn prints() {
    println!("{}", gateway::schema::sdl());
}
