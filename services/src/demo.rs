//! placeholder until merge
pub const SEED: u64 = 2026;
pub async fn fill(_c: &mut sqlx::SqliteConnection, _n: chrono::DateTime<chrono::Utc>, _s: u64) -> sqlx::Result<()> {
    Ok(())
}
pub fn print_users() {}
pub struct U {
    pub email: &'static str,
}
pub const USERS: [U; 0] = [];
