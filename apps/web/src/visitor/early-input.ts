declare global {
  interface Window {
    /**
     * Controls that the visitor pressed before React hydrated the page, in order; `stop` removes the listeners that
     * record them.
     */
    earlyInput?: { pressed: HTMLElement[]; stop: () => void }
  }
}

/**
 * Records clicks while the page's script is still loading: on a slow phone this takes seconds after the form is
 * readable. The function runs as an inline script in the document's head, so it must not use anything of this module.
 * Clicks on links are not recorded, because links work without a script.
 */
export function recordEarlyInput(): void {
  const pressed: HTMLElement[] = []
  const keep = (event: Event): void => {
    const control = (event.target as Element).closest<HTMLElement>('#page :is(button, form, [role="option"], [type="checkbox"], [type="radio"])')
    if (!control || (event.type === 'click' && control.matches('form'))) return
    event.preventDefault()
    if (pressed.at(-1) !== control) pressed.push(control)
  }
  const stop = (): void => {
    for (const type of ['click', 'submit']) removeEventListener(type, keep, true)
  }
  for (const type of ['click', 'submit']) addEventListener(type, keep, true)
  window.earlyInput = { pressed, stop }
}

/**
 * Repeats the input that the visitor made before React hydrated the page: first texts, choices and files, then the
 * recorded clicks, each after the page has reacted to the previous one.
 */
export async function applyEarlyInput(root: HTMLElement): Promise<void> {
  const { earlyInput } = window
  if (!earlyInput) return
  earlyInput.stop()
  delete window.earlyInput
  const changed: { control: HTMLElement; tell: () => void }[] = []
  for (const control of root.querySelectorAll<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>('input, select, textarea')) {
    if (control.matches('[type="checkbox"], [type="radio"], [type="hidden"]')) continue
    if (control instanceof HTMLSelectElement) {
      const { value } = control
      if ([...control.options].some((option) => option.selected !== option.defaultSelected)) changed.push({ control, tell: () => choose(control, value) })
    } else if (control.type === 'file') {
      if (control.value) changed.push({ control, tell: () => dispatchChange(control) })
    } else if (control.value !== control.defaultValue) retype(control)
  }
  if (changed.length > 0) {
    const told = await changesInThisTurn(root)
    for (const { control, tell } of changed) if (control.isConnected && !told.has(control)) tell()
  }
  for (const control of earlyInput.pressed) {
    await new Promise((resolve) => setTimeout(resolve))
    if (!control.isConnected) continue
    if (control instanceof HTMLFormElement) control.requestSubmit()
    else control.click()
  }
}

/**
 * Returns the controls whose `change` event fires in the current turn of the event loop. A browser fires `input` and
 * then `change`. If `input` triggered hydration, React receives the `change` event by itself, and must not receive it
 * again.
 */
async function changesInThisTurn(root: HTMLElement): Promise<Set<EventTarget | null>> {
  const told = new Set<EventTarget | null>()
  const hear = (event: Event): void => void told.add(event.target)
  root.addEventListener('change', hear, true)
  await new Promise((resolve) => setTimeout(resolve))
  root.removeEventListener('change', hear, true)
  return told
}

/**
 * Sets a select to the option that the visitor chose before hydration, because React may have reset the select to its
 * first option.
 */
function choose(control: HTMLSelectElement, value: string): void {
  control.value = value
  dispatchChange(control)
}

function dispatchChange(control: HTMLElement): void {
  control.dispatchEvent(new Event('change', { bubbles: true }))
}

/**
 * Repeats a text input so that React notices the text. React would take the text in the element for the last rendered
 * value and ignore the event. The setter on the element resets React's copy of the value; the setter on the prototype
 * writes the text.
 */
function retype(control: HTMLInputElement | HTMLTextAreaElement): void {
  const typed = control.value
  control.value = control.defaultValue
  const prototype = control instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(control, typed)
  control.dispatchEvent(new Event('input', { bubbles: true }))
}
