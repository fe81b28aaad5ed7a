import { Button } from "@mantine/core";
import { IconArrowBackUp } from "@tabler/icons-react";

export function UndoButton({ onClick }: { onClick(): void }) {
  return (
    <Button
      size="compact-md"
      variant="subtle"
      leftSection={<IconArrowBackUp size={16} stroke={1.75} aria-hidden />}
      onClick={onClick}
    >
      Desfazer
    </Button>
  );
}
