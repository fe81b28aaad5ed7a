import { PageTitle } from "../ui/PageHeader.tsx";

export function HomePage() {
  return <PageTitle>HomePage</PageTitle>;
}
