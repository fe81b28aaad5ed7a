//! Names of keys, and forms of values, of other APIs.

use crate::{
    acionamento::Acionamento,
    envelope::Answer,
    mapping::{ExternalNames, KeyPath, ReadAmountForm, ReadDayForm, ReadForms, ResponseMapping, ValueWords},
    painel::{QuantidadeTotal, Total, TotalMensal},
    seguradora::Seguradora,
};

#[test]
fn keys_of_nested_objects_are_read_where_the_mapping_says_so() {
    let path = |text: &str| Some(text.parse().unwrap());
    let keys = |keys: &[(&str, Option<KeyPath>)]| {
        keys.iter().map(|(key, path)| ((*key).to_owned(), path.clone())).collect::<Vec<_>>()
    };
    let types = ExternalNames::new([(
        "TotalMensal".to_owned(),
        keys(&[
            ("cdStatus", path("status.codigo")),
            ("dsStatus", path("status.texto.curto")),
            ("qtTotal", path(r"q\.t")),
            ("vlTotal", None),
        ]),
    )]);
    let mapping = ResponseMapping {
        types,
        forms: ReadForms { amounts: ReadAmountForm::Cents, ..ReadForms::default() },
        ..ResponseMapping::default()
    };
    let read = |rows: &str| {
        let body = format!(r#"{{"status":1,"data":[{rows}]}}"#);
        let answer = Answer::<Vec<TotalMensal>>::read_mapped(body.as_bytes(), &mapping);
        answer.map(|answer| {
            let row = |row: &TotalMensal| {
                format!(
                    "{} {} {} {}",
                    row.cd_status.0,
                    row.ds_status.0,
                    row.qt_total.0,
                    row.vl_total.as_ref().is_none()
                )
            };
            answer.data.unwrap().iter().map(row).collect::<Vec<_>>().join("; ")
        })
    };
    let row = r#"{"nrMes":1,"status":{"x":{"codigo":9},"codigo":"A","texto":{"curto":"Aberto"}},"q.t":2,"vlTotal":5}"#;
    let short = r#"{"nrMes":1,"q.t":3,"status":{"codigo":"B","texto":null,"nrMes":7}}"#;
    let other = r#"{"status":{"texto":{},"codigo":"C"},"q.t":4,"nrMes":1,"codigo":"D"}"#;
    for rows in [vec![row; 3], vec![short; 3], vec![other; 3], vec![row, short, row, other, short, other, row, row]] {
        let expected = |row: &&str| match () {
            () if row.contains("Aberto") => "A Aberto 2 true",
            () if row.contains('B') => "B  3 true",
            () => "C  4 true",
        };
        let expected: Vec<_> = rows.iter().map(expected).collect();
        assert_eq!(read(&rows.join(",")).unwrap(), expected.join("; "));
    }
    for rows in [
        r#"{"nrMes":1,"status":null,"q.t":2}"#,
        r#"{"nrMes":1,"status":"A","q.t":2}"#,
        r#"{"nrMes":1,"status":{"codigo":"A","codigo":"B"},"q.t":2}"#,
        r#"{"nrMes":1,"status":{"codigo":"A"},"qtTotal":2}"#,
        r#"{"nrMes":1,"status":{"codigo":"A",},"q.t":2}"#,
        r#"{"nrMes":1,"status":{"codigo":"A","q.t":2}"#,
    ] {
        assert!(read(rows).is_err(), "{rows}");
        assert!(read(&format!("{row},{row},{rows}")).is_err(), "{rows}");
    }
}

#[test]
fn a_bare_value_is_the_only_field_of_its_object_and_amounts_may_be_centavos() {
    let read = |data: &str| {
        let body = format!(r#"{{"status":1,"data":{data}}}"#);
        Answer::<QuantidadeTotal>::read(body.as_bytes()).ok()?.data.map(|data| data.qt_total.0)
    };
    for (data, total) in [
        ("12", Some(12)),
        (r#""12""#, Some(12)),
        (r#"{"qtTotal":12}"#, Some(12)),
        ("2.00", Some(2)),
        (r#""2.00""#, Some(2)),
        (r#"" 1,0 ""#, Some(1)),
        (r#""1.0000""#, Some(1)),
        // A thousand, or one.
        (r#""1.000""#, None),
        (r#""1.234""#, None),
        (r#""1,5""#, None),
        (r#""1.""#, None),
        (r#"",0""#, None),
        ("true", None),
        (r#""x""#, None),
    ] {
        assert_eq!(read(data), total, "{data}");
    }
    let mapping = ResponseMapping {
        forms: ReadForms { amounts: ReadAmountForm::Cents, ..ReadForms::default() },
        ..ResponseMapping::default()
    };
    for (amount, expected) in [
        ("128050", Some("1280.50")),
        (r#""7""#, Some("0.07")),
        ("-5", Some("-0.05")),
        // Java writes a double of eight digits so.
        ("1.280505E7", Some("128050.5")),
        (r#""\u0037""#, Some("0.07")),
        ("12.5", None),
        (r#""1,00""#, None),
        ("true", None),
    ] {
        let body = format!(r#"{{"status":1,"data":{{"qtTotal":1,"vlTotal":{amount}}}}}"#);
        let read = Answer::<Total>::read_mapped(body.as_bytes(), &mapping).ok().and_then(|answer| answer.data);
        let read = read.and_then(|total| total.vl_total.into_option()).map(|total| total.0.to_string());
        assert_eq!(read.as_deref(), expected, "{amount}");
    }
}

#[test]
fn statuses_and_flags_have_words_of_their_own() {
    let of = |all: &[(&str, &str)]| all.iter().map(|(own, code)| ((*own).to_owned(), (*code).to_owned())).collect();
    let statuses = of(&[("1", "ABERTO"), ("Under review", "EM_ANALISE")]);
    let flags = vec![("Suspensa".to_owned(), false), ("3".to_owned(), true)];
    let values = ValueWords { statuses, flags };
    let mapping = ResponseMapping { values, ..ResponseMapping::default() };
    let row = |status: &str| format!(r#"{{"nrMes":1,"cdStatus":{status},"dsStatus":"","qtTotal":1}}"#);
    let codes = ["1", r#""1""#, "1.0", r#""Under\u0020review""#, "9", r#""PAGO""#];
    let rows: Vec<_> = codes.into_iter().map(row).collect();
    let body = format!(r#"{{"status":1,"data":[{}]}}"#, rows.join(","));
    let read = Answer::<Vec<TotalMensal>>::read_mapped(body.as_bytes(), &mapping).unwrap().data.unwrap();
    let codes: Vec<_> = read.iter().map(|row| &*row.cd_status).collect();
    assert_eq!(codes, ["ABERTO", "ABERTO", "ABERTO", "EM_ANALISE", "9", "PAGO"], "an unknown code stays");
    let insurer = |flag: &str| {
        let body = format!(r#"{{"status":1,"data":{{"cdSeguradora":"1","nmSeguradora":"Um","flAtiva":{flag}}}}}"#);
        let read = Answer::<Seguradora>::read_mapped(body.as_bytes(), &mapping);
        read.ok().and_then(|answer| answer.data).map(|data| data.fl_ativa)
    };
    for (flag, is_active) in [
        (r#""suspensa ""#, Some(false)),
        ("3", Some(true)),
        ("3.0", Some(true)),
        ("true", Some(true)),
        (r#""N""#, Some(false)),
        ("2", None),
        (r#""Outra""#, None),
    ] {
        assert_eq!(insurer(flag), is_active, "{flag}");
    }
}

#[test]
fn a_text_with_a_decimal_comma_is_one_amount_where_the_mapping_says_so() {
    let comma = ReadForms { amounts: ReadAmountForm::Comma, ..ReadForms::default() };
    for (amount, expected) in [
        (r#""1.280""#, Some("1280")),
        (r#""1,280""#, Some("1.28")),
        (r#""1.280,50""#, Some("1280.5")),
        (r#""320,00""#, Some("320")),
        (r#""-R$ 7,9""#, Some("-7.9")),
        (r#""-R$ 12.345""#, Some("-12345")),
        (r#""7""#, Some("7")),
        (r#"",5""#, Some("0.5")),
        (r#""R$\u00a01.280,50""#, Some("1280.5")),
        ("1280.50", Some("1280.5")),
        ("1.2805e3", Some("1280.5")),
        (r#""12.34""#, None),
        (r#""\x""#, None),
        (r#""""#, None),
    ] {
        let mapping = ResponseMapping { forms: comma, ..ResponseMapping::default() };
        let body = format!(r#"{{"status":1,"data":{{"qtTotal":1,"vlTotal":{amount}}}}}"#);
        let read = Answer::<Total>::read_mapped(body.as_bytes(), &mapping).ok().and_then(|answer| answer.data);
        let read = read.and_then(|total| total.vl_total.into_option()).map(|total| total.0.normalize().to_string());
        assert_eq!(read.as_deref(), expected, "{amount}");
    }
}

#[test]
fn days_and_instants_have_the_forms_of_java_php_and_the_mapping() {
    let day_first = ReadForms { days: ReadDayForm::DayFirst, ..ReadForms::default() };
    let any = ReadForms::default();
    for (forms, written, day, instant) in [
        (any, "[2026,11,20]", Some("2026-11-20"), Some("2026-11-20T00:00:00-03:00")),
        (any, "[2026,11,20,14,3]", Some("2026-11-20"), Some("2026-11-20T14:03:00-03:00")),
        (any, "[2026,11,20,14,3,11,250000000]", Some("2026-11-20"), Some("2026-11-20T14:03:11.250-03:00")),
        (any, "[1,1,1,0,0]", None, None),
        (any, "[9999,12,31,23,59]", None, None),
        (any, "[2026,13,20]", None, None),
        (any, "[2026,11]", None, None),
        (any, "[]", None, None),
        (any, "1795194191.25", Some("2026-11-20"), Some("2026-11-20T14:03:11.250-03:00")),
        (any, r#""1795194191.25""#, Some("2026-11-20"), Some("2026-11-20T14:03:11.250-03:00")),
        // Java and Gson write a long that went through a double so.
        (any, "1795194191000.0", Some("2026-11-20"), Some("2026-11-20T14:03:11-03:00")),
        (any, "1.795194191123E12", Some("2026-11-20"), Some("2026-11-20T14:03:11.123-03:00")),
        (any, r#""1.795194191E12""#, Some("2026-11-20"), Some("2026-11-20T14:03:11-03:00")),
        (any, "1795132800.0", Some("2026-11-20"), Some("2026-11-19T21:00:00-03:00")),
        (any, "1795194191000", Some("2026-11-20"), Some("2026-11-20T14:03:11-03:00")),
        (any, "1795143600", Some("2026-11-20"), Some("2026-11-20T00:00:00-03:00")),
        (any, "1.5", None, None),
        (any, "0", None, None),
        (any, "20261120", None, None),
        (any, "5e9", None, None),
        (any, r#""20261120.5""#, None, None),
        (any, r#""-infinity""#, None, None),
        (any, r#""1795194191""#, Some("2026-11-20"), Some("2026-11-20T14:03:11-03:00")),
        (any, r#""1795194191000""#, Some("2026-11-20"), Some("2026-11-20T14:03:11-03:00")),
        (any, r#""20-11-2026""#, None, None),
        (day_first, r#""20-11-2026""#, Some("2026-11-20"), Some("2026-11-20T00:00:00-03:00")),
        (day_first, r#"" 20-11-2026 14:03:11""#, Some("2026-11-20"), Some("2026-11-20T14:03:11-03:00")),
        (day_first, r#""2026-11-20""#, Some("2026-11-20"), Some("2026-11-20T00:00:00-03:00")),
        (day_first, r#""31-11-2026""#, None, None),
        (day_first, "1795194191", Some("2026-11-20"), Some("2026-11-20T14:03:11-03:00")),
    ] {
        let row = |opened: &str, happened: &str| {
            format!(
                r#"{{"cdAcionamento":1,"nrSinistro":1,"cdStatus":"A","dtAbertura":{opened},"dtOcorrencia":{happened},"vlTotal":1,"cdSeguradora":1,"nrCpfCnpj":""}}"#
            )
        };
        let read = |row: String| {
            let body = format!(r#"{{"status":1,"data":[{row},{row}]}}"#);
            let mapping = ResponseMapping { forms, ..ResponseMapping::default() };
            let read = Answer::<Vec<Acionamento>>::read_mapped(body.as_bytes(), &mapping).ok()?;
            read.data?.pop()
        };
        let happened = read(row("1795194191", written)).unwrap().dt_ocorrencia;
        assert_eq!(happened.into_option().map(|day| day.to_string()).as_deref(), day, "{written}");
        let opened = read(row(written, "null")).map(|row| row.dt_abertura.to_rfc3339());
        assert_eq!(opened.as_deref(), instant, "{written}");
    }
}
