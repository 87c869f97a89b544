import { type ComponentProps, useState } from "react";

type FocusKeepingButtonProps = Omit<ComponentProps<"button">, "disabled" | "aria-disabled" | "type"> & {
  type?: "button" | "submit";
  isDisabled: boolean;
};

/**
 * A button that may become disabled by its own action, such as Save once everything is saved. Browsers move the focus of a disabled
 * button to the page's start, so while it has the focus it only has `aria-disabled`, and a click does nothing.
 */
export function FocusKeepingButton({ isDisabled, type = "button", onClick, ...props }: FocusKeepingButtonProps) {
  const [isFocused, setFocused] = useState(false);
  return (
    <button
      {...props}
      type={type}
      disabled={isDisabled && !isFocused}
      aria-disabled={isDisabled || undefined}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      onClick={(event) => {
        // Nor does it submit its form.
        if (isDisabled) event.preventDefault();
        else onClick?.(event);
      }}
    />
  );
}
