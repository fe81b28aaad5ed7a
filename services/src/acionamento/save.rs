//! Saving an acionamento: a new one, or the reopening of another.

use std::{collections::HashMap, fmt};

use axum::{extract::State, http::HeaderMap};
use chrono::{Datelike, NaiveDate, TimeDelta};
use sha2::{Digest, Sha256};
use sqlx::SqliteConnection;

use super::{check_reopening, code, load_by_sinistro};
use crate::{
    App,
    error::Error,
    http::{Body, HandlerResult, success},
    session::Session,
};
use contract::{
    acionamento::{
        Acionamento, IDEMPOTENCY_KEY, MAX_AUTHORIZATION, MAX_NOTE, MAX_PROCEDURES, MAX_QUANTITY, SalvaSinistroWeb,
        is_idempotency_key,
    },
    calendar,
    cpf_cnpj::CpfCnpj,
};

/// A value may be this many times the reference value.
const REFERENCE_FACTOR: i64 = 10;
/// How long an idempotency key is stored. Retries come within minutes.
const IDEMPOTENCY_KEY_TTL: TimeDelta = TimeDelta::days(7);

pub(crate) async fn salva(
    State(app): State<App>,
    session: Session,
    headers: HeaderMap,
    Body(pedido): Body<SalvaSinistroWeb>,
) -> HandlerResult<SalvaSinistroWeb> {
    let key = idempotency_key(&headers)?;
    let body = body_digest(&pedido)?;
    let now = app.now();
    // The write lock: a concurrent request with the same key waits here, and then finds the stored answer.
    let mut tx = app.db.write().await?;
    if let Some(key) = key
        && let Some(first) = earlier_answer(&mut tx, session.usuario, key, &body).await?
    {
        return success(first);
    }

    check_permission(&mut tx, session.usuario, origin(&pedido).is_some()).await?;
    let valid = ValidAcionamento::check(&mut tx, &pedido, calendar::date(now)).await?;
    let sinistro = valid.insert(&mut tx, now.timestamp(), &session.nome).await?;
    let saved = load_by_sinistro(&mut tx, &sinistro).await?.pop();
    let acionamento = saved.ok_or_else(|| Error::Internal("an acionamento just saved was not found".to_owned()))?;

    if let Some(key) = key {
        sqlx::query("DELETE FROM salvamento WHERE salvo_em < ?")
            .bind((now - IDEMPOTENCY_KEY_TTL).timestamp())
            .execute(&mut *tx)
            .await?;
        sqlx::query("INSERT INTO salvamento (usuario, chave, corpo_sha256, resposta, salvo_em) VALUES (?, ?, ?, ?, ?)")
            .bind(session.usuario)
            .bind(key)
            .bind(&body)
            .bind(serde_json::to_string(&acionamento)?)
            .bind(now.timestamp())
            .execute(&mut *tx)
            .await?;
    }
    tx.commit().await?;
    success(acionamento)
}

/// The claim number of the acionamento to reopen.
fn origin(pedido: &SalvaSinistroWeb) -> Option<&str> {
    pedido.sinistro_origem.as_deref().map(str::trim).filter(|sinistro| !sinistro.is_empty())
}

/// Refuses a save whose screen is not in the user's menu.
async fn check_permission(conn: &mut SqliteConnection, usuario: i64, reopens: bool) -> Result<(), Error> {
    let (rota, refusal) = if reopens {
        ("/reabre-acionamento", "Seu perfil não permite reabrir acionamentos.")
    } else {
        ("/novo-acionamento", "Seu perfil não permite abrir acionamentos.")
    };
    let is_permitted: bool = sqlx::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM usuario u
                        JOIN perfil_item_menu p ON p.perfil = u.perfil
                        JOIN item_menu i ON i.id = p.item_menu
                        WHERE u.id = ? AND i.rota = ?)",
    )
    .bind(usuario)
    .bind(rota)
    .fetch_one(conn)
    .await?;
    if is_permitted { Ok(()) } else { Err(Error::refused(refusal)) }
}

/// A digest of the request that does not depend on the JSON's formatting. Amounts are hashed with all digits, since their
/// serialization has only two decimals, which would equate a valid amount with an invalid one.
fn body_digest(pedido: &SalvaSinistroWeb) -> Result<Vec<u8>, Error> {
    let mut hash = Sha256::new();
    hash.update(serde_json::to_vec(pedido)?);
    for entry in &pedido.procedimentos {
        hash.update(entry.valor.0.normalize().to_string());
        hash.update("\n");
    }
    Ok(hash.finalize().to_vec())
}

/// The optional header `Idempotency-Key`.
fn idempotency_key(headers: &HeaderMap) -> Result<Option<&str>, Error> {
    let Some(value) = headers.get(IDEMPOTENCY_KEY) else { return Ok(None) };
    let key = value.to_str().ok().filter(|key| is_idempotency_key(key));
    let refusal = || Error::refused("A chave de idempotência deve ter de 1 a 200 caracteres ASCII visíveis.");
    key.ok_or_else(refusal).map(Some)
}

async fn earlier_answer(
    conn: &mut SqliteConnection,
    usuario: i64,
    key: &str,
    body: &[u8],
) -> Result<Option<Acionamento>, Error> {
    let earlier: Option<(Vec<u8>, String)> =
        sqlx::query_as("SELECT corpo_sha256, resposta FROM salvamento WHERE usuario = ? AND chave = ?")
            .bind(usuario)
            .bind(key)
            .fetch_optional(conn)
            .await?;
    match earlier {
        Some((earlier_body, _)) if earlier_body != body => {
            Err(Error::refused("Esta chave de idempotência já foi usada com outros dados."))
        }
        Some((_, answer)) => Ok(Some(serde_json::from_str(&answer)?)),
        None => Ok(None),
    }
}

/// A request that passed validation.
struct ValidAcionamento {
    status: &'static str,
    autorizacao: Option<String>,
    ocorrido_em: NaiveDate,
    observacao: Option<String>,
    apolice: i64,
    pet: i64,
    seguradora: i64,
    /// The claim number of the acionamento to reopen.
    origem: Option<String>,
    procedimentos: Vec<Item>,
}

struct Item {
    procedimento: i64,
    quantidade: i64,
    /// Unit price in centavos.
    valor: i64,
}

impl ValidAcionamento {
    async fn check(conn: &mut SqliteConnection, pedido: &SalvaSinistroWeb, today: NaiveDate) -> Result<Self, Error> {
        let autorizacao = short_text(pedido.autorizacao.as_deref(), MAX_AUTHORIZATION, "O número da autorização")?;
        let observacao = short_text(pedido.observacao.as_deref(), MAX_NOTE, "A observação")?;
        let ocorrido_em = pedido.data_ocorrencia;
        if ocorrido_em > today {
            return Err(Error::refused("A data da ocorrência não pode estar no futuro."));
        }

        let cpf_cnpj = CpfCnpj::parse(pedido.cpf_cnpj.as_str()).map_err(|_| Error::refused("CPF ou CNPJ inválido."))?;
        let segurado: Option<i64> = sqlx::query_scalar("SELECT id FROM segurado WHERE cpf_cnpj = ?")
            .bind(cpf_cnpj.as_str())
            .fetch_optional(&mut *conn)
            .await?;
        let segurado = segurado.ok_or_else(|| Error::refused("Segurado não encontrado."))?;
        let (apolice, seguradora) = policy(conn, pedido, segurado).await?;
        let pet = pet(conn, pedido, apolice).await?;

        let origem = origin(pedido).map(str::to_owned);
        if let Some(sinistro) = &origem {
            check_origin(conn, pedido, sinistro).await?;
        }
        if origem.is_some() && observacao.is_none() {
            return Err(Error::refused("Informe na observação o motivo da reabertura."));
        }
        let procedimentos = procedures(conn, pedido).await?;
        Ok(Self {
            status: if origem.is_some() { "REABERTO" } else { "ABERTO" },
            autorizacao,
            ocorrido_em,
            observacao,
            apolice,
            pet,
            seguradora,
            origem,
            procedimentos,
        })
    }

    /// Inserts the acionamento with its procedures and first event. Returns its claim number.
    async fn insert(&self, conn: &mut SqliteConnection, now: i64, usuario: &str) -> Result<String, Error> {
        // Unique because the transaction holds the write lock.
        let id: i64 =
            sqlx::query_scalar("SELECT coalesce(max(id), 70000) + 1 FROM acionamento").fetch_one(&mut *conn).await?;
        let sinistro = claim_number(calendar::local(now).year(), id);
        sqlx::query(
            "INSERT INTO acionamento (id, sinistro, autorizacao, status, aberto_em, ocorrido_em, total, observacao,
                                      apolice, pet, seguradora, origem)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, (SELECT id FROM acionamento WHERE sinistro = ?))",
        )
        .bind(id)
        .bind(&sinistro)
        .bind(&self.autorizacao)
        .bind(self.status)
        .bind(now)
        .bind(self.ocorrido_em)
        .bind(self.procedimentos.iter().map(|item| item.quantidade * item.valor).sum::<i64>())
        .bind(&self.observacao)
        .bind(self.apolice)
        .bind(self.pet)
        .bind(self.seguradora)
        .bind(&self.origem)
        .execute(&mut *conn)
        .await?;
        let items: Vec<_> = self.procedimentos.iter().map(|it| (it.procedimento, it.quantidade, it.valor)).collect();
        sqlx::query(
            "INSERT INTO procedimento_realizado (acionamento, ordem, procedimento, quantidade, valor)
             SELECT ?, key, value ->> 0, value ->> 1, value ->> 2 FROM json_each(?)",
        )
        .bind(id)
        .bind(serde_json::to_string(&items)?)
        .execute(&mut *conn)
        .await?;
        sqlx::query(
            "INSERT INTO evento (acionamento, ordem, em, status, usuario, observacao) VALUES (?, 0, ?, ?, ?, ?)",
        )
        .bind(id)
        .bind(now)
        .bind(self.status)
        .bind(usuario)
        .bind(&self.observacao)
        .execute(&mut *conn)
        .await?;
        Ok(sinistro)
    }
}

/// The claim number of an acionamento: the year of its opening, then its id in 9 digits.
pub(crate) fn claim_number(ano: i32, id: impl fmt::Display) -> String {
    format!("{ano}{id:09}")
}

/// The policy and its insurer.
async fn policy(conn: &mut SqliteConnection, pedido: &SalvaSinistroWeb, segurado: i64) -> Result<(i64, i64), Error> {
    let numero = pedido.apolice.trim();
    let policy: Option<(i64, i64, i64, NaiveDate, NaiveDate)> =
        sqlx::query_as("SELECT id, segurado, seguradora, inicio, fim FROM apolice WHERE numero = ?")
            .bind(numero)
            .fetch_optional(conn)
            .await?;
    // Another insured's policy gets the same answer as an unknown one.
    let Some((apolice, _, seguradora, inicio, fim)) = policy.filter(|(_, of, ..)| *of == segurado) else {
        return Err(Error::refused(format!("A apólice {numero} não é deste segurado.")));
    };
    if !(inicio..=fim).contains(&pedido.data_ocorrencia) {
        return Err(Error::refused(format!(
            "A apólice {numero} não estava vigente em {}: vale de {} a {}.",
            brazilian(pedido.data_ocorrencia),
            brazilian(inicio),
            brazilian(fim)
        )));
    }
    if code(&pedido.seguradora) != Some(seguradora) {
        return Err(Error::refused(format!("A apólice {numero} não é da seguradora informada.")));
    }
    Ok((apolice, seguradora))
}

async fn pet(conn: &mut SqliteConnection, pedido: &SalvaSinistroWeb, apolice: i64) -> Result<i64, Error> {
    let pet: Option<i64> = sqlx::query_scalar("SELECT pet FROM apolice_pet WHERE apolice = ? AND pet = ?")
        .bind(apolice)
        .bind(code(&pedido.pet))
        .fetch_optional(conn)
        .await?;
    pet.ok_or_else(|| Error::refused(format!("O pet informado não está na apólice {}.", pedido.apolice.trim())))
}

/// Fails unless an acionamento of the same policy and pet can be reopened.
async fn check_origin(conn: &mut SqliteConnection, pedido: &SalvaSinistroWeb, sinistro: &str) -> Result<(), Error> {
    let acionamento = load_by_sinistro(conn, sinistro)
        .await?
        .pop()
        .ok_or_else(|| Error::refused(format!("O sinistro {sinistro}, que seria reaberto, não foi encontrado.")))?;
    check_reopening(&acionamento)?;
    let is_same_policy = acionamento.nr_apolice.as_deref() == Some(pedido.apolice.trim());
    if !is_same_policy || acionamento.cd_pet.as_deref().and_then(code) != code(&pedido.pet) {
        return Err(Error::refused(format!("A reabertura deve ser da apólice e do pet do sinistro {sinistro}.")));
    }
    Ok(())
}

async fn procedures(conn: &mut SqliteConnection, pedido: &SalvaSinistroWeb) -> Result<Vec<Item>, Error> {
    if pedido.procedimentos.is_empty() {
        return Err(Error::refused("Informe ao menos um procedimento."));
    }
    if pedido.procedimentos.len() > MAX_PROCEDURES {
        return Err(Error::refused(format!("Informe no máximo {MAX_PROCEDURES} procedimentos.")));
    }
    let codes: Vec<_> = pedido.procedimentos.iter().map(|entry| code(&entry.procedimento)).collect();
    let active: HashMap<i64, (String, i64)> = sqlx::query_as::<_, (i64, String, i64)>(
        "SELECT id, descricao, referencia FROM procedimento
         WHERE ativo AND id IN (SELECT value FROM json_each(?))",
    )
    .bind(serde_json::to_string(&codes)?)
    .fetch_all(conn)
    .await?
    .into_iter()
    .map(|(id, descricao, referencia)| (id, (descricao, referencia)))
    .collect();
    let mut items = Vec::with_capacity(pedido.procedimentos.len());
    for (entry, code) in pedido.procedimentos.iter().zip(codes) {
        let Some((procedimento, (descricao, referencia))) = code.and_then(|code| Some((code, active.get(&code)?)))
        else {
            return Err(Error::refused(format!(
                "O procedimento {} não existe ou não está ativo.",
                entry.procedimento.trim()
            )));
        };
        if !(1..=MAX_QUANTITY).contains(&entry.quantidade) {
            return Err(Error::refused(format!("A quantidade de {descricao} deve ser de 1 a {MAX_QUANTITY}.")));
        }
        let Some(valor) = entry.valor.centavos() else {
            return Err(Error::refused(format!("O valor de {descricao} deve ter no máximo duas casas decimais.")));
        };
        if valor <= 0 {
            return Err(Error::refused(format!("O valor de {descricao} deve ser maior que zero.")));
        }
        if valor > referencia * REFERENCE_FACTOR {
            return Err(Error::refused(format!(
                "O valor de {descricao} passa de {REFERENCE_FACTOR} vezes o valor de referência."
            )));
        }
        items.push(Item { procedimento, quantidade: entry.quantidade, valor });
    }
    Ok(items)
}

/// The trimmed text; `None` if it is empty, an error if it is too long.
fn short_text(text: Option<&str>, length: usize, what: &str) -> Result<Option<String>, Error> {
    let Some(text) = text.map(str::trim).filter(|text| !text.is_empty()) else { return Ok(None) };
    if text.chars().count() > length {
        return Err(Error::refused(format!("{what} deve ter no máximo {length} caracteres.")));
    }
    Ok(Some(text.to_owned()))
}

fn brazilian(date: NaiveDate) -> impl fmt::Display {
    date.format("%d/%m/%Y")
}
