import { screen, waitFor, within } from "@testing-library/react";
import { expect } from "vitest";
import { openPortal } from "../../test/portal.tsx";
import { addProcedimento, CANIL } from "../form/save.fixtures.ts";

export const cpf = () => screen.findByLabelText("CPF ou CNPJ");
export const save = () => screen.getByRole("button", { name: "Salvar" });

/** Leaves the screen and returns, so that only stored state remains. */
export async function reopenForm(router: ReturnType<typeof openPortal>["router"]): Promise<void> {
  await router.navigate("/home-page");
  await waitFor(() => expect(screen.queryByLabelText("CPF ou CNPJ")).not.toBeInTheDocument());
  await router.navigate("/novo-acionamento");
  await cpf();
}

export async function restore(user: ReturnType<typeof openPortal>["user"]): Promise<void> {
  const offers = within(await screen.findByRole("region", { name: "Rascunhos guardados" }));
  await user.click(offers.getByRole("button"));
}

/** Opens the form and types the insured, if there is one. */
export async function openNovo(cpfCnpj = "") {
  const portal = openPortal("/novo-acionamento");
  const field = await cpf();
  if (cpfCnpj) await portal.user.type(field, cpfCnpj);
  return portal;
}

/** Fills in a valid form, for the company with one policy and one pet. */
export async function fill(user: ReturnType<typeof openPortal>["user"]): Promise<void> {
  await user.type(await cpf(), CANIL);
  await screen.findByRole("radio", { name: /Paçoca/ });
  await addProcedimento(user, "hemo");
  await user.click(screen.getByRole("button", { name: "Ontem" }));
}

export async function openFilled() {
  const portal = openPortal("/novo-acionamento");
  await fill(portal.user);
  return portal;
}
