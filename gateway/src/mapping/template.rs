//! An annotated mapping with every entry commented out: `gateway mapping`.

use std::fmt::Write as _;

use crate::contract_schema::{
    schema::{ContractSchema, TypeSchema},
    value_type::ExpectedType,
};

/// Width of the keys, so that their descriptions are aligned.
const WIDTH: usize = 40;

const HEAD: &str = r#"# How an integration API differs from the contract of the gateway. Uncomment and change what differs there; what stays
# commented is as here. GATEWAY_MAPPING or --mapping names this file; `gateway check` compares the API with it.
#
# A key within an object is written with a point: nmPet = "pet.nome". A key that has a point itself: 'pet\.nome'.
# A field that never comes: dsCategoria = false. A key that is not sent, in [requests]: observacao = false. More of a key
# there: sinistroOrigem = { key = "reabre", as = "number", null = "omit" }, each of the three only where it differs. A value
# under several keys: senhaNova = ["novaSenha", "confirmacao"].
#
# Not configured here, because it is read anyway: flags as true, 1, "S" or "true"; days as 2026-11-20, 20/11/2026, 20261120 or
# an instant; instants without an offset (São Paulo) or as seconds or milliseconds since 1970; amounts as text, with
# point or comma; null for a text or a list; {}, "" or no key for an empty list; a single object for a list of one; a
# bare value for an object of one field; flags as "Sim", "Y", "Ativo", "Active", "habilitado" and their opposites; a
# success without the key of the data, where nothing or a list is expected; texts of refusals beside the messages
# (errors of fields, "detail", "message", "title"); a save that answers only nrSinistro, or its address; spaces around
# texts.

[names]
# style = "camelCase"                     # of all keys that no line below names; or "PascalCase", "snake_case",
                                          # "SCREAMING_SNAKE"

[base-urls]                               # of a module, where it is not the gateway's --upstream-url
# LoginUsuarioWeb = "https://login.example/api"

[envelope]
# status = "status"                       # key of the status; false if there is none
# success = [1, "1"]                      # values of the status that mean success
# messages = "messages"                   # key of the texts for the user, or several: ["mensagens.texto", "detail"]
# data = "data"                           # key of the data; false if the body is the data itself
# list = "itens"                          # key of the data that holds the list, of all services that answer with one
# null-data = "refusal"                   # data that are null in a success; "success": no data, the status alone decides
# refusals = [404, 422]                   # HTTP statuses of refusals, beside an envelope that says so
# code = "codigo"                         # key of the code that tells refusals apart; without it, the key of the status

[login]                                   # special answers of its first step, beside the messages BLOQUEADO and TROCARSENHA
# blocked = { codes = [17], messages = ["Usuário bloqueado"] }
# change-password = { codes = [18], http = [428] }

[session]
# scheme = "Bearer"                       # stands before the token; "" sends the token alone
# token-header = "X-Auth-Token"           # header of the login's response with the token, instead of its data
# ended = { http = [403], codes = [98], messages = ["Sessão expirada"] }   # its end, by any of these, beside HTTP 401

[headers]
# authorization = "Authorization"         # carries the token
# api-key = "X-Api-Key"                   # carries the API key on every call, instead of the body of the login's;
                                          # false: the API has no key
# idempotency-key = "Idempotency-Key"     # carries the key that makes a save safe to repeat;
                                          # false: the API knows no such key
# request-id = "X-Request-Id"             # carries the identifier of the request
# add = { X-Tenant = "pets" }             # more headers that every call carries

[sending]                                 # what every request carries beside the contract
# body = { empresa = "01" }               # more keys of the body
# query = { lang = "pt" }                 # more of the address: ?lang=pt
# or query-api-key = "apikey"             # key of the address that carries the API key, instead of the body or a header

[pages]                                   # lists that come in pages; of one service: [calls."…".pages], or pages = false
# page = "pagina"                         # key of the request with the number of the page (or offset: rows to leave out)
# first = 1                               # number of the first page
# in = "body"                             # where the keys stand in the request, or "query"
# size = "tamanho"                        # key of the request with the number of rows of a page …
# rows = 500                              # … and that number
# more = "temMais"                        # key of the response: there are more (a flag, or the next page's address)
# last = "ultima"                         # key of the response: this is the last page
# pages = "totalPaginas"                  # key of the response: how many pages there are
# total = "totalRegistros"                # key of the response: how many rows there are in all pages

[values.status]                           # codes of statuses: the portal's = the API's; of several, requests carry the first
# ABERTO = 1
# FATURADO = ["F", "4"]

[values.flags]                            # words of flags beside the usual ones; true = [false] inverts flags
# true = "Vigente"
# false = ["Suspensa", "Encerrada"]

[reading]                                 # forms of values in responses that are ambiguous
# amounts = "any"                         # or "comma" ("1.280" is 1280), "cents" (128050)
# dates = "any"                           # or "dd-MM-yyyy" ("20-11-2026")
# charset = "iso-8859-1"                  # of bodies that are not UTF-8 and do not say their encoding

[writing]                                 # how requests write values
# dates = "yyyy-MM-dd"                    # or "dd/MM/yyyy", "yyyyMMdd", "yyyy-MM-ddT00:00:00"
# amounts = "number"                      # or "text" ("1280.50"), "text-comma" ("1280,50"), "cents" (128050)
# codes = "text"                          # or "number" (70213): all codes and numbers below but those of statuses, which are
                                          # written as [values.status] has them; of one key: pet = { as = "number" }
# null = "null"                           # values that are absent; or "omit" (no key), "empty" (""); of one key as above.
                                          # "omit" here removes a telefone with ""; as null of telefone, without its key
"#;

/// Prints the annotated mapping.
pub fn print() -> String {
    let schema = ContractSchema::get();
    let mut text = HEAD.to_owned();
    text += "\n# The services, by the last segment of their path. `list` is the key of the data that holds the list\n\
             # (or the object); false: data is the list (or the object) itself. `body` and `query` are over those of [sending].\n\
             # `envelope` has the keys of [envelope] for one service: envelope = { data = false }.\n\
             # `flags` has the words of flags of one service: flags = { true = [false] }.\n\
             # [calls.\"…\".types.Acionamento] names the keys of a type for one service only, over [types.Acionamento].\n";
    for call in &schema.calls {
        _ = writeln!(text, "\n# {}\n[calls.\"{}\"]", schema.requests[&call.request].description, call.last_segment());
        _ = writeln!(text, "# path = \"{}\"", call.path());
        if call.is_list {
            text += "# list = \"itens\"\n# empty = { http = [404], codes = [44], messages = [\"Nada encontrado\"] }   # refusals that mean an empty list\n";
        } else if call.data.is_some() {
            text += "# list = \"dados\"\n";
        }
    }
    text += "\n# The types of the responses: key of the contract = the API's.\n";
    types("types", schema.types.iter(), &mut text);
    text +=
        "\n# The types of the requests: key of the contract = the API's, or false, or { key = …, as = …, null = … }.\n";
    types("requests", schema.requests.iter(), &mut text);
    text
}

fn types<'a>(table: &str, types: impl Iterator<Item = (&'a String, &'a TypeSchema)>, text: &mut String) {
    for (name, schema) in types.filter(|(_, schema)| !schema.keys.is_empty()) {
        _ = writeln!(text, "\n# {}\n[{table}.{name}]", schema.description);
        for (key, key_schema) in &schema.keys {
            let line = format!("# {key} = \"{key}\"");
            let kind = match (key_schema.expected, &key_schema.object) {
                (ExpectedType::List, Some(object)) => format!("list of {object}"),
                (ExpectedType::Object, Some(object)) => object.clone(),
                _ if key_schema.is_code || key_schema.is_status => "code".to_owned(),
                (expected, _) => kind(expected).to_owned(),
            };
            let kind = if table == "requests" && key_schema.is_nullable { kind + " or null" } else { kind };
            let only_so = if key_schema.is_sent_by_default { "" } else { ". Sent only if this line says so" };
            _ = writeln!(text, "{line:WIDTH$}  # {kind}: {}{only_so}", key_schema.description);
        }
    }
}

fn kind(expected: ExpectedType) -> &'static str {
    match expected {
        ExpectedType::Text => "text",
        ExpectedType::Integer => "whole number",
        ExpectedType::Number => "amount",
        ExpectedType::Boolean => "flag",
        ExpectedType::Date => "day",
        ExpectedType::Instant => "instant",
        ExpectedType::List => "list",
        ExpectedType::Object => "object",
    }
}
