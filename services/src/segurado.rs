//! The insured, their policies and pets.

use std::collections::HashMap;

use axum::extract::State;
use chrono::NaiveDate;

use crate::{
    App,
    error::Error,
    http::{Body, HandlerResult, success},
    session::Session,
};
use contract::{
    cpf_cnpj::CpfCnpj,
    segurado::{Apolice, PesquisaSegurado, Pet, Segurado},
};

pub(crate) async fn pesquisa(
    State(app): State<App>,
    _: Session,
    Body(pedido): Body<PesquisaSegurado>,
) -> HandlerResult<PesquisaSegurado> {
    let cpf_cnpj = CpfCnpj::parse(pedido.cpf_cnpj.as_str()).map_err(|_| Error::refused("CPF ou CNPJ inválido."))?;
    let mut tx = app.db.read().await?;
    let segurado: Option<(i64, String, Option<String>, Option<String>)> =
        sqlx::query_as("SELECT id, nome, email, telefone FROM segurado WHERE cpf_cnpj = ?")
            .bind(cpf_cnpj.as_str())
            .fetch_optional(&mut *tx)
            .await?;
    let Some((id, nome, email, telefone)) = segurado else {
        return Err(Error::refused("Segurado não encontrado."));
    };

    let mut pets: HashMap<i64, Vec<Pet>> = HashMap::new();
    for (apolice, id, nome, especie, raca, nascimento) in
        sqlx::query_as::<_, (i64, i64, String, String, Option<String>, Option<NaiveDate>)>(
            "SELECT ap.apolice, p.id, p.nome, p.especie, p.raca, p.nascimento
             FROM apolice a
             JOIN apolice_pet ap ON ap.apolice = a.id
             JOIN pet p ON p.id = ap.pet
             WHERE a.segurado = ?
             ORDER BY p.nome COLLATE pt_br, p.id",
        )
        .bind(id)
        .fetch_all(&mut *tx)
        .await?
    {
        pets.entry(apolice).or_default().push(Pet {
            cd_pet: id.to_string().into(),
            nm_pet: nome.into(),
            ds_especie: Some(especie).into(),
            ds_raca: raca.into(),
            dt_nascimento: nascimento.into(),
        });
    }

    let apolices: Vec<(i64, String, i64, NaiveDate, NaiveDate)> = sqlx::query_as(
        "SELECT id, numero, seguradora, inicio, fim FROM apolice WHERE segurado = ? ORDER BY inicio DESC, id DESC",
    )
    .bind(id)
    .fetch_all(&mut *tx)
    .await?;

    success(Segurado {
        cd_segurado: id.to_string().into(),
        nr_cpf_cnpj: cpf_cnpj.as_str().into(),
        nm_segurado: nome.into(),
        ds_email: email.into(),
        nr_telefone: telefone.map(Into::into).into(),
        apolices: apolices
            .into_iter()
            .map(|(id, numero, seguradora, inicio, fim)| Apolice {
                nr_apolice: numero.into(),
                cd_seguradora: seguradora.to_string().into(),
                dt_inicio: Some(inicio).into(),
                dt_fim: Some(fim).into(),
                pets: pets.remove(&id).unwrap_or_default(),
            })
            .collect(),
    })
}
