import { notifications } from "@mantine/notifications";

/** Shows a toast in place of the one before. */
export function showToast(message: string, color?: string): void {
  notifications.clean();
  notifications.show(color === undefined ? { message } : { message, color });
}
