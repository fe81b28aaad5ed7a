//! Documents that random generation would not find, and those of the portal.

use contract::{
    acionamento::SalvaSinistroWeb,
    login::{AtualizaSenha, AtualizaUsuario, BLOQUEADO, TROCARSENHA, Usuario, ValidaEmail},
    value::Nothing,
};
use futures_util::future::join_all;
use serde_json::{Map, Value, json};

use super::{Executors, odd, start};
use crate::stub::{Answer, StubBuilder, cpf, usuario};

const TOKEN: Option<&str> = Some("token");

#[tokio::test]
async fn the_documents_of_the_portal_have_one_answer() {
    const MANIFEST: &str = include_str!("../../../../client/src/gql/persisted-documents.json");
    let variables = |sinistro: &str| {
        json!({
            "filtro": { "status": "POUCOS" }, "ordem": "VALOR_ASC", "seguradora": "3",
            "cpfCnpj": cpf(2), "ano": 2026, "anoAnterior": 2025, "sinistro": sinistro,
            "comMenu": true, "comFiltro": true,
        })
    };
    let manifest: Map<String, Value> = serde_json::from_str(MANIFEST).unwrap();
    let queries = manifest.values().map(|text| text.as_str().unwrap()).filter(|text| text.contains("query "));
    let mut answered = 0;
    for document in queries {
        for sinistro in ["2", "1"] {
            let (_stub, executors) = start(odd::services()).await;
            let answer = executors.agree(TOKEN, document, &variables(sinistro)).await;
            answered += usize::from(answer.errors.is_empty() && answer.data().is_object());
            for number in 0..odd::FAILING {
                let (_stub, executors) = start(odd::failing_services(number)).await;
                executors.agree(TOKEN, document, &variables(sinistro)).await;
            }
        }
    }
    assert!(answered >= 18, "{answered}");
}

#[tokio::test]
async fn documents_with_edge_cases_have_one_answer() {
    let documents = include_str!("edge_cases.graphql").split("\n\n");
    let failing = (0..odd::FAILING).map(odd::failing_services);
    let worlds =
        join_all([odd::services(), odd::empty_services()].into_iter().chain(failing).map(StubBuilder::start)).await;
    for stub in worlds {
        for document in documents.clone() {
            let executors = Executors::over(stub.address);
            let variables = json!({ "ano": 1999, "f": { "status": "A" }, "after": "errado", "c": "123" });
            executors.agree(TOKEN, document, &variables).await;
            let signed_out = executors.agree(None, document, &variables).await;
            assert!(!signed_out.errors.is_empty() || document.contains("__typename"), "{document}\n{signed_out}");
        }
    }
}

/// Services that save, with the same result each time.
fn writing() -> StubBuilder {
    odd::services()
        .on::<SalvaSinistroWeb>(|call| match call.apolice.as_str() {
            "RECUSA" => Answer::Refused("A apólice não cobre esta data."),
            "ERRO" => Answer::Http(404),
            _ => {
                let mut saved = odd::odd_rows().remove(23);
                saved.nr_sinistro_origem = call.sinistro_origem.or(Some("2".to_owned())).map(Into::into).into();
                Answer::Data(saved)
            }
        })
        .on::<AtualizaUsuario>(|call| match call.nome.as_str() {
            "Recusa" => Answer::Refused("Este nome não pode ser usado."),
            name => Answer::Data(Usuario { nr_telefone: call.telefone.map(Into::into).into(), ..usuario(name) }),
        })
        .on::<AtualizaSenha>(|call| match call.email.as_str() {
            "ana@clinica.example" => Answer::Data(Nothing {}),
            _ => Answer::Refused("E-mail ou senha inválidos."),
        })
        .on::<ValidaEmail>(|call| match call.email.as_str() {
            "ana@clinica.example" => Answer::Data(Nothing {}),
            "bloqueado@clinica.example" => Answer::Refused(BLOQUEADO),
            "trocar@clinica.example" => Answer::Refused(TROCARSENHA),
            _ => Answer::Refused("E-mail não encontrado."),
        })
}

/// A mutation with one variable text.
struct Write {
    field: &'static str,
    /// The selection of its payload, and the fragments of that. The desafio of the login is different each time, so it is not
    /// selected.
    selection: &'static str,
    fragments: &'static str,
    /// Texts, with the payload types that they lead to.
    texts: &'static [(&'static str, &'static str)],
}

const WRITES: &[Write] = &[
    Write {
        field: "abrirAcionamento(input: { chave: \"0b7e\", cpfCnpj: \"529.982.247-25\", apolice: $texto, pet: 881, \
           seguradora: \"3\", ocorridoEm: \"2026-11-20\", \
           procedimentos: { procedimento: \"12\", quantidade: 2, valor: \"320.00\" } })",
        selection: "... on AcionamentoSalvo { acionamento { id origem { id origem { sinistro } } seguradora { id nome \
           cnpj } } } ...S \
         ... on AcionamentoSalvo { __typename acionamento { reabertura { id } podeReabrir historico { status { codigo \
         } } } } \
         ... on Recusa { mensagem } ... { ... on EntradaInvalida { mensagem campos { campo mensagem } } }",
        fragments: "fragment S on AcionamentoSalvo { acionamento { segurado { nome email apolices { pets { raca } } } \
           pet { nascimento } \
           procedimentos { procedimento { categoria } } } }",
        texts: &[("PET-1", "AcionamentoSalvo"), ("RECUSA", "Recusa"), ("", "EntradaInvalida"), ("ERRO", "")],
    },
    Write {
        field: "reabrirAcionamento(input: { chave: \"0b7e\", sinistro: $texto, observacao: \"Faltou um exame\", \
           procedimentos: [{ procedimento: \"12\", quantidade: 2, valor: 320 }] })",
        selection: "... on ResultadoAcionamento { ... on AcionamentoSalvo { acionamento { origem { id } \
           sinistroOrigem } } ...R } ...R",
        fragments: "fragment R on ResultadoAcionamento { ... on Recusa { mensagem codigo } ... on EntradaInvalida { \
           campos { campo } } }",
        texts: &[("1", "AcionamentoSalvo"), ("2", "Recusa"), (" ", "EntradaInvalida"), ("NEGADO", "")],
    },
    // A variable without a value leaves its argument or input field out.
    Write {
        field: "atualizarUsuario(input: { nome: $texto, telefone: $falta })",
        selection: "... on Usuario { nome telefone }",
        fragments: "",
        texts: &[("Ana", "Usuario")],
    },
    Write {
        field: "abrirAcionamento(input: { chave: \"0b7e\", cpfCnpj: \"529.982.247-25\", apolice: $texto, pet: 881, \
           seguradora: \"3\", ocorridoEm: \"2026-11-20\", observacao: $falta, autorizacao: $falta, \
           procedimentos: { procedimento: \"12\", quantidade: 2, valor: \"320.00\" } })",
        selection: "... on AcionamentoSalvo { acionamento { id observacao } }",
        fragments: "",
        texts: &[("PET-1", "AcionamentoSalvo")],
    },
    Write {
        field: "atualizarUsuario(input: { nome: $texto, telefone: \"(11) 98765-4321\" })",
        selection: "... on Usuario { nome x: email telefone perfil } ... on Recusa { mensagem @skip(if: $nao) } \
         ... on EntradaInvalida { campos { campo } campos { mensagem __typename } }",
        fragments: "",
        texts: &[("Ana", "Usuario"), ("Recusa", "Recusa"), ("", "EntradaInvalida")],
    },
    Write {
        field: "trocarSenha(input: { email: $texto, senhaAtual: \"Senha@123\", senhaNova: \"Senha@456\" })",
        selection: "... on SenhaTrocada { mensagem } ... on Recusa { mensagem codigo } ... on EntradaInvalida { \
           mensagem }",
        fragments: "",
        texts: &[
            ("ana@clinica.example", "SenhaTrocada"),
            ("bia@clinica.example", "Recusa"),
            ("ana", "EntradaInvalida"),
        ],
    },
    Write {
        field: "validarEmail(email: $texto)",
        selection: "... on CodigoEnviado { expiraEm } ... on UsuarioBloqueado { mensagem } ... on TrocaDeSenhaExigida \
           { mensagem } \
         ... on Recusa { mensagem codigo }",
        fragments: "",
        texts: &[
            ("ana@clinica.example", "CodigoEnviado"),
            ("bloqueado@clinica.example", "UsuarioBloqueado"),
            ("trocar@clinica.example", "TrocaDeSenhaExigida"),
            ("bia@clinica.example", "Recusa"),
        ],
    },
];

#[tokio::test]
async fn writes_have_one_answer() {
    for Write { field, selection, fragments, texts } in WRITES {
        let nao = if selection.contains("$nao") { ", $nao: Boolean = false" } else { "" };
        let falta = if field.contains("$falta") { ", $falta: String" } else { "" };
        let document = format!(
            "mutation($texto: String!{nao}{falta}) {{ w: {field} {{ __typename {selection} }} __typename }} {fragments}"
        );
        for (text, expected) in *texts {
            let (stub, executors) = start(writing()).await;
            let data = executors.agree(TOKEN, &document, &json!({ "texto": text })).await.data();
            assert_eq!(data["w"]["__typename"].as_str().unwrap_or_default(), *expected, "{document} {text}");
            // Fields fail without a session, and the number of codes is limited.
            Executors::over(stub.address).agree(None, &document, &json!({ "texto": text })).await;
        }
    }
}
