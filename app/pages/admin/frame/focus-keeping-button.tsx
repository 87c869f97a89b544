import { type ComponentProps, useLayoutEffect, useRef } from "react";

type FocusKeepingButtonProps = Omit<ComponentProps<"button">, "disabled" | "aria-disabled" | "type" | "ref"> & {
  type?: "button" | "submit";
  isDisabled: boolean;
};

/**
 * A button that may become disabled by its own action, such as Save once everything is saved. A disabled button loses the focus, so
 * while it has the focus it only has `aria-disabled`, and a click does nothing.
 */
export function FocusKeepingButton({ isDisabled, type = "button", onClick, ...props }: FocusKeepingButtonProps) {
  const element = useRef<HTMLButtonElement>(null);
  const disable = () => {
    if (element.current) element.current.disabled = isDisabled && document.activeElement !== element.current;
  };
  // The focus is looked up, because React hears nothing of the focus that a closing dialog gives back.
  useLayoutEffect(disable);
  return (
    <button
      {...props}
      ref={element}
      type={type}
      aria-disabled={isDisabled || undefined}
      onBlur={disable}
      onClick={(event) => {
        // Nor does it submit its form.
        if (isDisabled) event.preventDefault();
        else onClick?.(event);
      }}
    />
  );
}
