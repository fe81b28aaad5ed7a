//! Services with odd responses and many kinds of failure. The response depends only on the service and the key of a call,
//! so that both executors get the same one.

use contract::{
    Call,
    acionamento::{
        Acionamento, Evento, ListaAcionamentosByAutorizacao, ListaAcionamentosBySeguradoraStatus,
        ListaAcionamentosBySinistro, ListaAcionamentosByStatus, RetornaAcionamentoReabertura,
    },
    menu::ListaMenuUsuario,
    painel::{
        QuantidadeTotal, Total, TotalAcionamentoAbertosDia, TotalAcionamentoAbertosMes, TotalAcionamentoFaturadosMes,
        TotalSeguradoras, TotalStatusAcionamentoAno, TotalStatusSeguradorasMes,
    },
    procedimento::{ListaProcedimento, Procedimento},
    segurado::PesquisaSegurado,
    seguradora::{ListaSeguradora, Seguradora},
    value::Money,
};

use crate::stub::{
    Answer, StubBuilder, acionamento, cpf, evento, item_menu, procedimento, segurado, seguradora, stub,
    total_da_seguradora, total_mensal,
};

/// Out of range of a GraphQL Int.
const TOO_MANY: i64 = 1 << 40;

/// Rows that differ wherever rows can: null, blank, unknown, with punctuation, with characters that need an escape.
pub(super) fn odd_rows() -> Vec<Acionamento> {
    (0..24).map(odd_row).collect()
}

fn odd_row(number: usize) -> Acionamento {
    let event = |at: usize| Evento {
        dt_evento: ["2026-11-20T14:03:11-03:00", "2026-11-20T17:03:11.250Z", "1969-12-31T23:59:60+05:30"][at % 3]
            .parse()
            .unwrap(),
        ds_status: "Aberto\n\"já\"".into(),
        nm_usuario: [None, Some(" ".to_owned()), Some("Ana \\ Zé".to_owned())][at % 3].clone().into(),
        ds_observacao: (at.is_multiple_of(2)).then(|| "ok".to_owned()).into(),
        ..evento()
    };
    let mut row = acionamento(number);
    row.nr_autorizacao = [None, Some("".into()), Some("A-\u{1}\"".into())][number % 3].clone().into();
    row.cd_status = ["ABERTO", "EM_ANALISE", "nunca visto"][number % 3].into();
    row.dt_abertura = event(number).dt_evento;
    row.dt_ocorrencia = ["2026-11-19", "0001-01-02", "0000-12-31", ""][number % 4].parse().ok().into();
    row.dt_faturamento = (number.is_multiple_of(2)).then(|| "2026-11-30".parse().unwrap()).into();
    row.vl_total = [
        Money::from_centavos(0),
        Money("10.05".parse().unwrap()),
        Money("-1.10".parse().unwrap()),
        Money("79228162514264337593543950335".parse().unwrap()),
        Money("12".parse().unwrap()),
    ][number % 5];
    row.ds_observacao = ["  ", "Nota\t\u{7f} é \u{2028}", ""].get(number % 4).map(|&text| text.to_owned()).into();
    row.cd_seguradora = ["3", "nenhuma", "4"][number % 3].into();
    row.cd_pet = (!number.is_multiple_of(3)).then(|| "881".into()).into();
    row.nm_pet = (!number.is_multiple_of(4)).then(|| "Paçoca".to_owned()).into();
    row.ds_especie = [None, Some(String::new()), Some("Cão".to_owned())][number % 3].clone().into();
    row.nr_cpf_cnpj = cpf(number % 4).into();
    if number.is_multiple_of(5) {
        row.nr_cpf_cnpj.0.insert(3, '.');
    }
    let origins = [None, Some("1"), None, Some("NENHUM"), None, Some("RECUSA"), None, Some("2")];
    row.nr_sinistro_origem = origins[number % 8].map(Into::into).into();
    let reopenings = [Some(" "), None, Some("8"), None, None, Some("3"), Some("NEGADO"), None];
    row.nr_sinistro_reabertura = reopenings[number % 8].map(Into::into).into();
    row.fl_pode_reabrir = [None, Some(true), Some(false)][number % 3].into();
    let done = row.procedimentos.remove(0);
    for at in 0..number % 3 {
        let mut done = done.clone();
        done.cd_procedimento = ["12", "sumiu", "13"][at].into();
        done.vl_procedimento = row.vl_total;
        done.qt_procedimento = i64::try_from(at).unwrap().into();
        row.procedimentos.push(done);
    }
    row.historico = (0..number % 4).map(event).collect();
    row
}

/// A list of acionamentos by its filter.
fn list(key: &str) -> Answer<Vec<Acionamento>> {
    let mut rows = odd_rows();
    match key {
        "POUCOS" => drop(rows.drain(2..)),
        "NENHUM" => rows.clear(),
        // Two rows have a fault deep inside, one of them two faults.
        "GRANDE" => {
            for row in [5, 10] {
                for done in &mut rows[row].procedimentos {
                    done.qt_procedimento = TOO_MANY.into();
                }
            }
        }
        "RECUSA" => return Answer::Refused("Não há acionamentos assim."),
        "NEGADO" => return Answer::Http(403),
        _ => {}
    }
    Answer::Data(rows)
}

/// The acionamento with a claim number. 1 to 7 each have the one before as their origem.
fn by_sinistro(sinistro: &str) -> Answer<Vec<Acionamento>> {
    let Ok(number) = sinistro.parse::<usize>() else { return list(sinistro) };
    let mut row = odd_row(number);
    row.nr_sinistro = sinistro.into();
    row.nr_sinistro_origem = (2..8).contains(&number).then(|| (number - 1).to_string().into()).into();
    // A fault there makes the relation that leads to it null: the end of a chain, and a relation of some rows.
    if number >= 7 {
        row.procedimentos[0].qt_procedimento = TOO_MANY.into();
    }
    Answer::Data(vec![row])
}

fn insurers() -> Vec<Seguradora> {
    let mut insurer = seguradora("4", "Outra \"S.A.\"");
    (insurer.nr_cnpj, insurer.fl_ativa) = (None.into(), false);
    vec![seguradora("3", "Pata Segura"), insurer]
}

fn total(count: i64, value: Option<&str>) -> Answer<Total> {
    Answer::Data(Total { qt_total: count.into(), vl_total: value.map(|value| Money(value.parse().unwrap())).into() })
}

/// Services with odd responses within the contract. Failures depend on the key.
pub(super) fn services() -> StubBuilder {
    stub()
        .on::<ListaAcionamentosByStatus>(|call| list(&call.status))
        .on::<ListaAcionamentosByAutorizacao>(|call| list(&call.autorizacao))
        .on::<ListaAcionamentosBySeguradoraStatus>(|call| list(&call.status))
        .on::<ListaAcionamentosBySinistro>(|call| by_sinistro(&call.sinistro))
        .on::<RetornaAcionamentoReabertura>(|call| match by_sinistro(&call.sinistro) {
            Answer::Data(mut rows) if rows.len() == 1 && !call.sinistro.starts_with(['2', '4']) => {
                Answer::Data(rows.remove(0))
            }
            Answer::Data(_) => Answer::Refused("Este acionamento já foi reaberto."),
            Answer::Refused(text) => Answer::Refused(text),
            Answer::Http(status) => Answer::Http(status),
        })
        .on::<ListaMenuUsuario>(|_| {
            Answer::Data(vec![
                item_menu("2", Some(" "), 20),
                item_menu("1", Some("home"), 10),
                item_menu("3", None, 10),
            ])
        })
        .on::<ListaProcedimento>(|_| {
            let bare =
                Procedimento { ds_categoria: None.into(), vl_referencia: None.into(), ..procedimento("13", "B") };
            Answer::Data(vec![procedimento("12", "Outro nome"), bare])
        })
        .on::<ListaSeguradora>(|_| Answer::Data(insurers()))
        .on::<PesquisaSegurado>(|call| {
            let mut found = segurado(call.cpf_cnpj.as_str());
            match call.cpf_cnpj.as_str() {
                id if id == cpf(1) => found.apolices[0].pets[0].cd_pet = "outro".into(),
                id if id == cpf(2) => {
                    (found.ds_email, found.nr_telefone) = (Some(" ".to_owned()).into(), None.into());
                    found.apolices[0].cd_seguradora = "nenhuma".into();
                    found.apolices.extend(segurado(id).apolices);
                    found.apolices[1].pets.clear();
                }
                id if id == cpf(3) => return Answer::Refused("Segurado não encontrado."),
                _ => {}
            }
            Answer::Data(found)
        })
        .on::<TotalAcionamentoAbertosDia>(|_| total(0, None))
        .on::<TotalAcionamentoAbertosMes>(|_| total(-1, Some("10.05")))
        .on::<TotalAcionamentoFaturadosMes>(|_| total(1, Some("0")))
        .on::<TotalSeguradoras>(|_| Answer::Data(QuantidadeTotal { qt_total: 18.into() }))
        .on::<TotalStatusSeguradorasMes>(|_| {
            Answer::Data(vec![
                total_da_seguradora("3", "FATURADO", 7, None),
                total_da_seguradora("nenhuma", "FATURADO", 1, Some(5)),
                total_da_seguradora("3", "FATURADO", 0, Some(0)),
            ])
        })
        .on::<TotalStatusAcionamentoAno>(|call| match call.ano {
            2023 => Answer::Refused("Ano sem dados."),
            2024 => Answer::Data(vec![total_mensal(1, "ABERTO", 1, None), total_mensal(2, "ABERTO", TOO_MANY, None)]),
            2025 => Answer::Data(Vec::new()),
            _ => Answer::Data(vec![total_mensal(1, "ABERTO", 3, Some(100)), total_mensal(12, "ABERTO", 0, None)]),
        })
}

/// Number of variants of [`failing_services`].
pub(super) const FAILING: usize = 8;

/// The same with some failing services, different ones in each variant. Circuit breakers open, so each document needs a gateway
/// of its own.
pub(super) fn failing_services(number: usize) -> StubBuilder {
    let is_so = |at: usize| (number + at).is_multiple_of(3);
    let mut services = services();
    if is_so(0) {
        services = services.on::<PesquisaSegurado>(|call| {
            if call.cpf_cnpj.as_str() == cpf(1) {
                Answer::Http(500)
            } else {
                Answer::Data(segurado(call.cpf_cnpj.as_str()))
            }
        });
        services = services.on::<TotalAcionamentoAbertosDia>(|_| total(TOO_MANY, None));
    }
    if is_so(1) {
        services = services.on::<ListaAcionamentosBySinistro>(|call| {
            if call.sinistro == "1" { Answer::Http(500) } else { by_sinistro(&call.sinistro) }
        });
        services = services.on::<TotalSeguradoras>(|_| Answer::Data(QuantidadeTotal { qt_total: TOO_MANY.into() }));
    }
    if is_so(2) {
        services = services.on::<TotalStatusSeguradorasMes>(|_| {
            Answer::Data(vec![
                total_da_seguradora("3", "FATURADO", 7, None),
                total_da_seguradora("4", "FATURADO", TOO_MANY, None),
            ])
        });
    }
    services = fail::<ListaMenuUsuario>(services, number);
    services = fail::<ListaSeguradora>(services, number + 1);
    services = fail::<ListaProcedimento>(services, number + 3);
    services = fail::<ListaAcionamentosByStatus>(services, number + 7);
    services = fail::<TotalAcionamentoAbertosMes>(services, number + 2);
    services = fail::<TotalAcionamentoFaturadosMes>(services, number + 5);
    fail::<TotalStatusAcionamentoAno>(services, number + 4)
}

/// One of several failures, or mostly none.
fn fail<C: Call>(services: StubBuilder, number: usize) -> StubBuilder {
    match number % FAILING {
        0 => services.on::<C>(|_| Answer::Http(500)),
        1 => services.on::<C>(|_| Answer::Refused("Sem acesso.")),
        2 => services.on::<C>(|_| Answer::Http(404)),
        _ => services,
    }
}

/// The same with empty lists.
pub(super) fn empty_services() -> StubBuilder {
    services()
        .on::<ListaAcionamentosByStatus>(|_| Answer::Data(Vec::new()))
        .on::<ListaAcionamentosBySinistro>(|_| Answer::Data(Vec::new()))
        .on::<ListaMenuUsuario>(|_| Answer::Data(Vec::new()))
        .on::<ListaProcedimento>(|_| Answer::Data(Vec::new()))
        .on::<ListaSeguradora>(|_| Answer::Data(Vec::new()))
        .on::<TotalStatusSeguradorasMes>(|_| Answer::Data(Vec::new()))
        .on::<TotalStatusAcionamentoAno>(|_| Answer::Data(Vec::new()))
        .on::<PesquisaSegurado>(|call| {
            let mut found = segurado(call.cpf_cnpj.as_str());
            found.apolices.clear();
            Answer::Data(found)
        })
}
