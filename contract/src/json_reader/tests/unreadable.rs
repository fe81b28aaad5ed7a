//! Values that cannot be read.

use crate::{
    acionamento::Acionamento,
    envelope::Answer,
    mapping::{FaultKind, FieldFault, ReadAmountForm, ReadForms, ResponseMapping},
    menu::ItemMenu,
    painel::Total,
    segurado::Segurado,
};

/// A row as a service sends it, with one member replaced.
fn row(key: &str, value: &str) -> String {
    let mut members = vec![
        ("cdAcionamento", "1"),
        ("nrSinistro", r#""7""#),
        ("cdStatus", r#""ABERTO""#),
        ("dtAbertura", r#""2026-11-20T14:03:11-03:00""#),
        ("dtOcorrencia", r#""2026-11-19""#),
        ("dsObservacao", r#""ok""#),
        ("vlTotal", "10.00"),
        ("cdSeguradora", "3"),
        ("nrCpfCnpj", r#""52998224725""#),
        ("fl", "0"),
        ("historico", r#"[{"dtEvento":"2026-11-20T14:03:11-03:00","cdStatus":"ABERTO","nmUsuario":"Ana"}]"#),
    ];
    members.retain(|(known, _)| *known != key);
    members.push((key, value));
    let members: Vec<_> = members.iter().map(|(key, value)| format!(r#""{key}":{value}"#)).collect();
    format!("{{{}}}", members.join(","))
}

fn list(rows: &[String]) -> String {
    format!(r#"{{"status":1,"data":[{}]}}"#, rows.join(","))
}

#[test]
fn an_unreadable_value_costs_its_field_only_and_is_reported() {
    for (key, value) in [
        ("dtOcorrencia", r#""2026-02-30""#),
        ("dtOcorrencia", "[1]"),
        ("dtFaturamento", "true"),
        ("nrAutorizacao", r#"{"a":[1,{}]}"#),
        ("dsObservacao", "[]"),
        ("nrSinistroOrigem", "1.5"),
        ("flPodeReabrir", r#""talvez""#),
    ] {
        let rows: Vec<_> = [row(key, value), row("", "0"), row(key, value)].into_iter().collect();
        let body = list(&rows);
        let Answer { data, faults, .. } = Answer::<Vec<Acionamento>>::read(body.as_bytes()).unwrap();
        let read = data.unwrap();
        let fault = FieldFault { type_name: "Acionamento", key, kind: FaultKind::Unreadable };
        assert_eq!((read.len(), faults), (3, [fault].into()));
        let unreadable = |row: &Acionamento| {
            let Acionamento { dt_ocorrencia, dt_faturamento, nr_autorizacao, ds_observacao, .. } = row;
            let texts = [nr_autorizacao.text().is_err(), ds_observacao.text().is_err()];
            let days = [dt_ocorrencia.read().is_err(), dt_faturamento.read().is_err()];
            let others = [row.nr_sinistro_origem.text().is_err(), row.fl_pode_reabrir.read().is_err()];
            [texts, days, others].concat().into_iter().filter(|is_unreadable| *is_unreadable).count()
        };
        assert_eq!(read.iter().map(unreadable).collect::<Vec<_>>(), [1, 0, 1], "{key} {value}");
        assert_eq!(read[2].historico.len(), 1, "what follows is read");
    }
}

#[test]
fn a_refusal_whose_data_come_first_has_no_faults() {
    let body = format!(r#"{{"data":[{}],"status":0}}"#, row("dsObservacao", "[]"));
    assert!(Answer::<Vec<Acionamento>>::read(body.as_bytes()).unwrap().faults.is_empty());
}

#[test]
fn what_apis_without_null_write_is_none() {
    for amounts in [ReadAmountForm::Any, ReadAmountForm::Comma, ReadAmountForm::Cents] {
        let forms = ReadForms { amounts, ..ReadForms::default() };
        let mapping = ResponseMapping { forms, ..ResponseMapping::default() };
        for none in [r#""""#, r#"" ""#, "null"] {
            let body = format!(r#"{{"status":1,"data":{{"qtTotal":"0","vlTotal":{none}}}}}"#);
            let Answer { data, faults, .. } = Answer::<Total>::read_mapped(body.as_bytes(), &mapping).unwrap();
            assert_eq!(data.unwrap().vl_total.read(), Ok(None), "{amounts:?} {none}");
            assert!(faults.is_empty());
            let rows = list(&[row("vlTotal", none)]);
            assert!(Answer::<Vec<Acionamento>>::read_mapped(rows.as_bytes(), &mapping).is_err(), "an amount must be");
        }
    }
    let rows = list(&[row("dtFaturamento", "0")]);
    let read = Answer::<Vec<Acionamento>>::read(rows.as_bytes()).unwrap().data.unwrap();
    assert_eq!(read[0].dt_faturamento.read(), Ok(None));
    let menu = br#"{"status":1,"data":[{"cdMenu":1,"dsMenu":"x","dsRota":"/x","nrOrdem":null}]}"#;
    assert!(Answer::<Vec<ItemMenu>>::read(menu).is_ok());
}

#[test]
fn a_value_below_a_row_costs_its_own_field() {
    let event = r#"[{"dtEvento":"2026-11-20T14:03:11-03:00","cdStatus":"ABERTO","nmUsuario":{}}]"#;
    let body = list(&[row("historico", event)]);
    let Answer { data, faults, .. } = Answer::<Vec<Acionamento>>::read(body.as_bytes()).unwrap();
    assert!(data.unwrap()[0].historico[0].nm_usuario.text().is_err());
    assert_eq!(faults, [FieldFault { type_name: "Evento", key: "nmUsuario", kind: FaultKind::Unreadable }].into());
}

#[test]
fn what_must_not_be_null_costs_the_list_and_the_error_names_field_and_row() {
    for (key, value, expected) in [
        ("vlTotal", r#""1.280""#, "a value of another type in Acionamento.vlTotal, row 2, line 1"),
        ("cdSeguradora", "1.5", "a value of another type in Acionamento.cdSeguradora, row 2, line 1"),
        ("cdSeguradora", "9.1E15", "a value of another type in Acionamento.cdSeguradora, row 2, line 1"),
        ("dtAbertura", r#""ontem""#, "a value of another type in Acionamento.dtAbertura, row 2, line 1"),
        ("historico", r#"[{"cdStatus":"A"}]"#, "missing field `dtEvento` in Acionamento.historico, row 2, line 1"),
        ("historico", r#"[{"dtEvento":0}]"#, "a value of another type in Evento.dtEvento, row 2, line 1"),
    ] {
        let rows = [row("", "0"), row(key, value), row("", "0")];
        for body in [list(&rows), format!(r#"{{"data":[{}],"status":1}}"#, rows.join(","))] {
            let error = Answer::<Vec<Acionamento>>::read(body.as_bytes()).unwrap_err().to_string();
            assert!(error.starts_with(expected), "{error}");
        }
    }
    let error = Answer::<Segurado>::read(br#"{"status":1,"data":{"cdSegurado":[]}}"#).unwrap_err().to_string();
    assert!(error.starts_with("a value of another type in Segurado.cdSegurado, line 1"), "{error}");
}

#[test]
fn json_that_is_broken_is_not_read_whatever_the_field() {
    for value in ["", "nul", r#""a"#, "[1", "{", "1.", r#"{"a"}"#] {
        let body = list(&[row("dsObservacao", value)]);
        assert!(Answer::<Vec<Acionamento>>::read(body.as_bytes()).is_err(), "{value}");
    }
}

#[test]
fn a_tax_id_has_its_zeros_and_one_that_may_be_two_is_reported() {
    for (written, shown, is_reported) in [
        (r#""52998224725""#, "52998224725", false),
        (r#""00052998224725""#, "52998224725", false),
        (r#"" 529.982.247-25 ""#, "52998224725", false),
        ("1984560000", "01984560000", false),
        ("52998224725", "52998224725", false),
        ("52998224725.0", "52998224725", false),
        ("1234567890.00", "01234567890", false),
        ("1.1222333000181E13", "11222333000181", false),
        ("191", "191", true),
        (r#""11.222.333\/0001-81""#, "11222333000181", false),
        (r#""\u0031""#, "1", false),
    ] {
        let body = list(&[row("nrCpfCnpj", written)]);
        let Answer { data, faults, .. } = Answer::<Vec<Acionamento>>::read(body.as_bytes()).unwrap();
        let fault = FieldFault { type_name: "Acionamento", key: "nrCpfCnpj", kind: FaultKind::UndecidedTaxId };
        assert_eq!((&*data.unwrap()[0].nr_cpf_cnpj, faults.contains(&fault)), (shown, is_reported), "{written}");
    }
}

#[test]
fn a_text_that_is_a_number_is_that_text() {
    for number in ["7", "2026", "-1", "1.50", "1e5", "123456789012345678901"] {
        for key in ["nmPet", "dsObservacao", "dsEspecie", "nmSegurado", "dsStatus"] {
            let body = list(&[row(key, number), row(key, number)]);
            let read = Answer::<Vec<Acionamento>>::read(body.as_bytes()).unwrap().data.unwrap();
            let Acionamento { nm_pet, ds_observacao, ds_especie, nm_segurado, ds_status, .. } = &read[1];
            let texts = [nm_pet.as_deref(), ds_observacao.as_deref(), ds_especie.as_deref()];
            let labels = [&**nm_segurado, &**ds_status].map(Some);
            assert!(texts.into_iter().chain(labels).any(|text| text == Some(number)), "{key} {number}");
        }
    }
    // A code that went through a double.
    for (number, code) in [("3.0", "3"), ("2.026000070001E12", "2026000070001"), ("-1.0", "-1")] {
        let body = list(&[row("cdSeguradora", number)]);
        let read = Answer::<Vec<Acionamento>>::read(body.as_bytes()).unwrap().data.unwrap();
        assert_eq!(&*read[0].cd_seguradora, code);
    }
}
