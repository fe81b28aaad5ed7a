import { PageTitle } from "../ui/PageHeader.tsx";

export function LoginPage() {
  return <PageTitle>LoginPage</PageTitle>;
}
