import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { acionamento, PACOCA } from "../../test/acionamento.ts";
import { failing, mockGraph } from "../../test/mockGraph.ts";
import { openPortal } from "../../test/portal.tsx";
import {
  addProcedimento,
  CANIL,
  inputs,
  MARINA,
  saved,
  SEGURADOS,
  mockForms,
  withPets,
} from "../form/save.fixtures.ts";
import { reopenForm, cpf, openFilled, openNovo, restore, save } from "./novo.fixtures.ts";

beforeEach(mockForms);

const pet = () => screen.getByRole("group", { name: "Pet" });

/** The element that has the focus at once: the next key must not go to the field before. */
function focusedByEnter(): Element | null {
  fireEvent.keyDown(document.activeElement ?? document.body, { key: "Enter" });
  return document.activeElement;
}

test("an acionamento is opened by keyboard alone", async () => {
  mockGraph.respond({ abrirAcionamento: saved("2026000000007") });
  const { user, address } = await openNovo("529.982.247-25");
  await user.click(await screen.findByRole("radio", { name: /Paçoca/ }));
  await addProcedimento(user, "HEMOG");
  await user.keyboard("2{Enter}1.280,5{Enter}");
  await user.type(screen.getByLabelText("Data da ocorrência"), "19112026");
  await user.type(screen.getByLabelText("Observação (opcional)"), " Mancando. {Control>}{Enter}{/Control}");

  await waitFor(() => expect(address()).toBe("/visualiza-acionamento?sinistro=2026000000007"));
  expect(await screen.findByText("Acionamento aberto: sinistro 2026000000007.")).toBeVisible();
  expect(inputs("AbrirAcionamento")).toEqual([
    {
      chave: expect.stringMatching(/^[0-9a-f]{32}$/),
      cpfCnpj: MARINA,
      apolice: "PET-2026",
      pet: "1",
      seguradora: "9",
      ocorridoEm: "2026-11-19",
      autorizacao: null,
      observacao: "Mancando.",
      procedimentos: [{ procedimento: "19", quantidade: 2, valor: "1280.50" }],
    },
  ]);
  expect(Object.keys(localStorage)).toEqual([]);
});

test("fields that a save needs are labelled, and marked as required for screen readers", async () => {
  const { user } = openPortal("/novo-acionamento");
  expect(await cpf()).toBeRequired();
  await addProcedimento(user, "HEMOG");
  expect(screen.getByLabelText("Quantidade de Hemograma completo")).toBeRequired();
  expect(screen.getByLabelText("Valor unitário de Hemograma completo")).toBeRequired();
  // Visible where the rows are narrow.
  expect(screen.getByText("Valor unitário", { selector: "label" })).toBeInTheDocument();
  expect(screen.getByLabelText("Data da ocorrência")).toBeRequired();
  expect(screen.getByLabelText("Observação (opcional)")).not.toBeRequired();
});

test("Enter moves from field to field and skips preselected choices", async () => {
  const { user } = await openNovo(CANIL);
  expect(await screen.findByRole("radio", { name: /Paçoca/ })).toBeChecked();
  await user.keyboard("{Enter}");
  expect(screen.getByLabelText("Adicionar procedimento")).toHaveFocus();
  for (const quantidade of ["1", "2"]) {
    fireEvent.change(screen.getByLabelText("Adicionar procedimento"), { target: { value: "hemo" } });
    expect(focusedByEnter()).toBe(screen.getByLabelText("Quantidade de Hemograma completo"));
    expect(screen.getByLabelText("Quantidade de Hemograma completo")).toHaveValue(quantidade);
    expect(focusedByEnter()).toBe(screen.getByLabelText("Valor unitário de Hemograma completo"));
    expect(focusedByEnter()).toBe(screen.getByLabelText("Adicionar procedimento"));
  }
  await user.keyboard("{Enter}");
  expect(screen.getByLabelText("Data da ocorrência")).toHaveFocus();
  await user.keyboard("19/11{Enter}");
  expect(screen.getByLabelText("Data da ocorrência")).toHaveValue("19/11/2026");
  expect(screen.getByLabelText(/^Número da autorização/)).toHaveFocus();
  await user.keyboard("{Enter}");
  expect(screen.getByLabelText("Observação (opcional)")).toHaveFocus();
  expect(inputs("AbrirAcionamento")).toEqual([]);
});

test("Enter leaves an unanswered group of choices", async () => {
  await openNovo(MARINA);
  (await screen.findByRole("radio", { name: /Mingau/ })).focus();
  expect(focusedByEnter()).toBe(screen.getByLabelText("Adicionar procedimento"));
});

test.each(["112223330001812", "529982247٩25"])("%s pasted as CPF or CNPJ is kept, and refused", async (text) => {
  const { user } = openPortal("/novo-acionamento");
  await user.click(await cpf());
  await user.paste(text);
  expect(((await cpf()) as HTMLInputElement).value.replace(/[./-]/g, "")).toBe(text);
  expect(await cpf()).toHaveAccessibleDescription("O CPF tem 11 números e o CNPJ, 14 caracteres.");
  expect(mockGraph.sentNames).not.toContain("NovoSegurado");
});

test("an insured whom the services send without a tax id is found all the same", async () => {
  mockGraph.respond({ segurado: { ...SEGURADOS[MARINA], cpfCnpj: "" } });
  await openNovo(MARINA);
  expect(await screen.findByText("marina@correio.example")).toBeVisible();
  expect(screen.getByRole("radio", { name: /PET-2026/ })).toBeChecked();
});

test("the screen opens with one operation, and loads the insured with one more", async () => {
  const { user } = openPortal("/novo-acionamento");
  await screen.findByLabelText("Adicionar procedimento");
  expect(mockGraph.sentNames).toEqual(["Novo"]);
  await user.type(await cpf(), MARINA);
  expect(await screen.findByText("(11) 98765-4321")).toBeVisible();
  expect(screen.getByText("marina@correio.example")).toBeVisible();
  expect(mockGraph.sentNames).toEqual(["Novo", "NovoSegurado"]);
});

test("wrong check digits are shown at once, and nothing is sent", async () => {
  const { user } = await openNovo("52998224724");
  expect(screen.getByLabelText("CPF ou CNPJ")).toHaveAccessibleDescription(/dígitos deste CPF não conferem/);
  await user.type(await cpf(), "999");
  expect(screen.getByLabelText("CPF ou CNPJ")).toHaveAccessibleDescription(/dígitos deste CNPJ não conferem/);
  expect(mockGraph.sentNames).not.toContain("NovoSegurado");
});

test.each(["CPF: 529.982.247-25 (Marina)", "CPF 529 982 247 25", "CPF: 529.982.247–25 (Marina)"])(
  "a CPF is extracted from the pasted line %s",
  async (line) => {
    const { user } = openPortal("/novo-acionamento");
    await user.click(await cpf());
    await user.paste(line);
    expect(await cpf()).toHaveValue("529.982.247-25");
  },
);

test("an unknown insured is shown at the field with the services' message, and announced", async () => {
  mockGraph.respond({ segurado: failing("UPSTREAM_REJECTED", "Segurado não encontrado na base.") });
  await openNovo(MARINA);
  await waitFor(() =>
    expect(screen.getByLabelText("CPF ou CNPJ")).toHaveAccessibleDescription("Segurado não encontrado na base."),
  );
  expect(document.querySelector('[aria-live="polite"]')).toHaveTextContent("Segurado não encontrado na base.");
  expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument();
});

test("a query of the insured that was refused for being one too many is sent again on demand", async () => {
  mockGraph.respond({ segurado: failing("RATE_LIMITED", "Há buscas demais.") });
  const { user } = await openNovo(MARINA);
  const again = await screen.findByRole("button", { name: "Tentar novamente" });
  mockForms();
  await user.click(again);
  expect(await screen.findByRole("radio", { name: /PET-2026/ })).toBeChecked();
});

test.each([
  ["on demand", (again: HTMLElement) => again.click()],
  ["once the browser is online again", () => window.dispatchEvent(new Event("online"))],
])("a failed query of the insured is sent again %s", async (_, retry) => {
  const { user } = openPortal("/novo-acionamento");
  await screen.findByLabelText("Adicionar procedimento");
  mockGraph.disconnect();
  await user.type(await cpf(), MARINA);
  const again = await screen.findByRole("button", { name: "Tentar novamente" });
  mockGraph.reconnect();
  await act(async () => void retry(again));
  expect(await screen.findByRole("radio", { name: /PET-2026/ })).toBeChecked();
});

test("the only policy in force is preselected, others are marked depending on the date of the event", async () => {
  const { user } = await openNovo(MARINA);
  expect(await screen.findByRole("radio", { name: /PET-2026/ })).toBeChecked();
  expect(screen.getByRole("radio", { name: /PET-2025.*Vencida em 20\/03\/2026/ })).toBeEnabled();
  expect(screen.getByRole("radio", { name: /PET-2027.*Só vale a partir de 21\/03\/2027/ })).toBeDisabled();
  // Two pets: none is preselected.
  expect(screen.getByRole("radio", { name: /Mingau/ })).not.toBeChecked();

  await user.click(screen.getByRole("radio", { name: /Mingau/ }));
  await user.type(screen.getByLabelText("Data da ocorrência"), "20/03/2026");
  expect(screen.getByRole("radio", { name: /PET-2025/ })).toBeChecked();
  // It has the same number in the other policy.
  expect(screen.getByRole("radio", { name: /Paçoca/ })).not.toBeChecked();
  expect(screen.getByRole("radio", { name: /PET-2026.*Não cobre 20\/03\/2026/ })).toBeDisabled();
});

test("adding a procedure again increases its quantity, and removing one can be undone", async () => {
  const { user } = openPortal("/novo-acionamento");
  await addProcedimento(user, "consulta");
  await addProcedimento(user, "hemo");
  await addProcedimento(user, "clinica consulta");
  expect(screen.getByLabelText("Quantidade de Consulta clínica geral")).toHaveValue("2");
  expect(screen.getByText(/já estava na lista: a quantidade passou para 2/)).toBeVisible();
  expect(screen.getByText("Total", { selector: "p span" })).toHaveTextContent("R$ 435,00");

  await user.click(screen.getByRole("button", { name: "Remover Consulta clínica geral" }));
  expect(screen.getByRole("button", { name: "Remover Hemograma completo" })).toHaveFocus();
  await user.click(screen.getByRole("button", { name: "Desfazer" }));
  expect(screen.getByLabelText("Quantidade de Consulta clínica geral")).toHaveFocus();
  expect(screen.getByLabelText("Quantidade de Consulta clínica geral")).toHaveValue("2");
});

test("an empty list of procedures has its own text", async () => {
  mockGraph.respond({ procedimentos: [] });
  const { user } = openPortal("/novo-acionamento");
  await user.click(await screen.findByLabelText("Adicionar procedimento"));
  expect(screen.getByText("Não há procedimentos na lista.")).toBeVisible();
});

test("a text that matches no procedure stops the save, and near ones are offered", async () => {
  const { user } = await openFilled();
  await addProcedimento(user, "rotina anestezia");
  const field = screen.getByLabelText("Adicionar procedimento");
  expect(field).toHaveFocus();
  expect(field).toHaveAccessibleDescription(/“rotina anestezia” não foi adicionado/);
  await user.click(save());
  await waitFor(() => expect(field).toHaveFocus());
  expect(inputs("AbrirAcionamento")).toEqual([]);
  expect(field).toHaveValue("rotina anestezia");
  await user.click(field);
  expect(screen.getByRole("group", { name: "Você quis dizer" })).toBeVisible();
  await user.click(screen.getByRole("option", { name: /Anestesia inalatória/ }));
  expect(screen.getByLabelText("Quantidade de Anestesia inalatória")).toHaveFocus();
  expect(field).toHaveValue("");
  expect(field).not.toHaveAccessibleDescription(/anestezia/);
});

test("a text of which no match was chosen stops the save too, and survives a reload", async () => {
  const { user, router } = await openFilled();
  await user.type(screen.getByLabelText("Adicionar procedimento"), "anest{Escape}{Enter}");
  await user.click(save());
  expect(inputs("AbrirAcionamento")).toEqual([]);
  await reopenForm(router);
  await restore(user);
  const field = await screen.findByLabelText("Adicionar procedimento");
  expect(field).toHaveValue("anest");
  expect(field).toHaveAccessibleDescription(/“anest” não foi adicionado/);
});

test("missing fields are marked, and the first one gets the focus", async () => {
  const { user } = openPortal("/novo-acionamento");
  await screen.findByLabelText("Adicionar procedimento");
  await user.click(save());
  await waitFor(() => expect(screen.getByLabelText("CPF ou CNPJ")).toHaveFocus());
  expect(screen.getByLabelText("Adicionar procedimento")).toHaveAccessibleDescription(
    "Informe ao menos um procedimento.",
  );
  expect(screen.getByLabelText("Data da ocorrência")).toHaveAccessibleDescription(/Informe a data/);
  await user.type(screen.getByLabelText("Data da ocorrência"), "21/11/2026");
  expect(screen.getByLabelText("Data da ocorrência")).toHaveAccessibleDescription(/não pode estar no futuro/);
  expect(inputs("AbrirAcionamento")).toEqual([]);
});

test.each([
  ["Apólice", "no policy covers the day", SEGURADOS[MARINA], "01/01/2020"],
  ["Apólice", "there is no policy", { ...SEGURADOS[MARINA], apolices: [] }, "19/11/2026"],
  ["Pet", "the policy has no pet", withPets([]), "19/11/2026"],
])("a save says at %s that %s", async (title, _, segurado, day) => {
  mockGraph.respond({ segurado });
  const { user } = await openNovo(MARINA);
  await screen.findByText("marina@correio.example");
  await addProcedimento(user, "hemo");
  await user.type(screen.getByLabelText("Data da ocorrência"), day);
  await user.click(save());
  const group = screen.getByRole("group", { name: title });
  await waitFor(() => expect(group).toHaveFocus());
  expect(group).toHaveAccessibleDescription(/^Escolha /);
});

test("a day that no policy covers is said at the date, before a save", async () => {
  const { user } = await openNovo(MARINA);
  await screen.findByText("marina@correio.example");
  await user.type(screen.getByLabelText("Data da ocorrência"), "01/01/2020");
  expect(screen.getByLabelText("Data da ocorrência")).toHaveAccessibleDescription(
    /Nenhuma apólice deste segurado cobre o dia/,
  );
  expect(screen.getByText(/Nenhuma apólice deste/, { selector: "[role=status]" })).toBeInTheDocument();
  await user.clear(screen.getByLabelText("Data da ocorrência"));
  await user.type(screen.getByLabelText("Data da ocorrência"), "19/11/2026");
  expect(screen.getByLabelText("Data da ocorrência")).not.toBeInvalid();
});

test("what was wrong with the insured goes once the insured is found", async () => {
  const answer = mockGraph.hold({ segurado: SEGURADOS[MARINA] });
  const { user } = await openNovo(MARINA);
  await user.click(save());
  expect(await cpf()).toHaveAccessibleDescription("Espere o segurado ser encontrado.");
  answer();
  await screen.findByText("marina@correio.example");
  expect(await cpf()).not.toHaveAccessibleDescription();
});

test("what was wrong with the pet goes with the policy or the insured that had it", async () => {
  const { user } = await openNovo(MARINA);
  await screen.findByRole("radio", { name: /Paçoca/ });
  await user.click(save());
  expect(pet()).toHaveAccessibleDescription("Escolha o pet.");
  await user.click(screen.getByRole("radio", { name: /PET-2025/ }));
  expect(pet()).not.toHaveAccessibleDescription();
  await user.click(save());
  expect(pet()).toHaveAccessibleDescription("Escolha o pet.");
  await user.clear(await cpf());
  await user.type(await cpf(), CANIL);
  expect(await screen.findByRole("radio", { name: /PET-PJ/ })).toBeChecked();
  expect(pet()).not.toHaveAccessibleDescription();
});

test.each([
  ["Data da ocorrência", "18/11", { ocorridoEm: "2026-11-18" }],
  [/^Número da autorização/, "Número da autorização da seguradora: A-559102", { autorizacao: "A-559102" }],
])("Ctrl+Enter in %s saves what leaving the field makes of “%s”", async (label, text, input) => {
  const { user } = await openFilled();
  await user.clear(screen.getByLabelText(label));
  await user.click(screen.getByLabelText(label));
  await user.paste(text);
  await user.keyboard("{Control>}{Enter}{/Control}");
  await waitFor(() => expect(inputs("AbrirAcionamento")).toMatchObject([input]));
});

test("an open acionamento of the same pet and day is shown as a warning that does not prevent saving", async () => {
  const open = acionamento("2026000000003", { ocorridoEm: "2026-11-19" });
  const otherDay = acionamento("2026000000004", { ocorridoEm: "2026-11-18" });
  // Of another policy, which numbers its pets too.
  const otherPet = acionamento("2026000000005", { ocorridoEm: "2026-11-19", pet: { ...PACOCA, nome: "Rex" } });
  mockGraph.respond({
    acionamentos: { nodes: [open, otherDay, otherPet] },
    abrirAcionamento: saved("2026000000010"),
  });
  const { user, address } = await openFilled();
  expect(await screen.findByText(/Paçoca já tem um acionamento em aberto para 19\/11\/2026/)).toBeVisible();
  expect(screen.getByRole("link", { name: "2026000000003" })).toBeVisible();
  expect(screen.queryByRole("link", { name: /^202600000000[45]$/ })).not.toBeInTheDocument();
  await user.click(save());
  await waitFor(() => expect(address()).toContain("2026000000010"));
});

test("an insured from the search box is filled in, in a new form if this one has content", async () => {
  const { user, router } = openPortal("/home-page");
  await router.navigate("/novo-acionamento", { state: { cpfCnpj: MARINA } });
  expect(await cpf()).toHaveValue("529.982.247-25");
  await waitFor(() => expect(router.state.location.state).toBeNull());
  expect(router.state.location.search).toBe("");

  // A form with an insured only is no draft to keep.
  await router.navigate("/novo-acionamento", { state: { cpfCnpj: CANIL } });
  await waitFor(async () => expect(await cpf()).toHaveValue("11.222.333/0001-81"));
  await router.navigate("/novo-acionamento", { state: { cpfCnpj: MARINA } });
  await waitFor(async () => expect(await cpf()).toHaveValue("529.982.247-25"));
  expect(screen.queryByRole("region", { name: "Rascunhos guardados" })).not.toBeInTheDocument();

  await addProcedimento(user, "hemo");
  await router.navigate("/novo-acionamento", { state: { cpfCnpj: CANIL } });
  await waitFor(async () => expect(await cpf()).toHaveValue("11.222.333/0001-81"));
  expect(screen.queryByLabelText("Quantidade de Hemograma completo")).not.toBeInTheDocument();
  // The other one is kept, and found by its name.
  await user.click(screen.getByRole("button", { name: /^Marina Duarte, há/ }));
  expect(await screen.findByLabelText("Quantidade de Hemograma completo")).toBeVisible();
  expect(await cpf()).toHaveValue("529.982.247-25");
});

test("failed procedures affect their field only, and can be retried", async () => {
  mockGraph.respond({ procedimentos: failing("UPSTREAM_UNAVAILABLE", "O serviço está indisponível.") });
  const { user } = await openNovo(MARINA);
  expect(await screen.findByText("Não foi possível carregar os procedimentos.")).toBeVisible();
  expect(await screen.findByRole("radio", { name: /PET-2026/ })).toBeChecked();
  mockGraph.respond({ procedimentos: [] });
  await user.click(screen.getByRole("button", { name: "Tentar novamente" }));
  expect(await screen.findByLabelText("Adicionar procedimento")).toBeVisible();
});

test("changing the date asks for open acionamentos once", async () => {
  const { user } = await openFilled();
  await waitFor(() => expect(mockGraph.sentNames).toContain("OpenAcionamentos"));
  const day = screen.getByLabelText("Data da ocorrência");
  await user.clear(day);
  await user.type(day, "17/11/2026");
  await user.type(day, "{Backspace}5");
  await user.clear(day);
  await user.type(day, "18112026");
  expect(mockGraph.sentNames.filter((name) => name === "OpenAcionamentos")).toHaveLength(1);
});

test("quantity and value are validated on blur, not while they are typed", async () => {
  const { user } = await openFilled();
  const quantidade = screen.getByLabelText("Quantidade de Hemograma completo");
  await user.clear(quantidade);
  await user.type(quantidade, "0");
  expect(quantidade).not.toHaveAccessibleDescription(/quantidade de 1 a 99/);
  await user.tab();
  expect(quantidade).toHaveAccessibleDescription("Informe uma quantidade de 1 a 99.");
  const valor = screen.getByLabelText("Valor unitário de Hemograma completo");
  await user.clear(valor);
  expect(valor).not.toHaveAccessibleDescription(/Informe um valor/);
  await user.tab();
  expect(valor).toHaveAccessibleDescription(/Informe um valor, como 1.280,50/);
});
