declare global {
  interface Window {
    /**
     * Controls that the visitor pressed before the page could react, in that order. `stop` removes the event listeners
     * that record them, `listen` adds them again.
     */
    earlyInput?: { pressed: HTMLElement[]; listen: () => void; stop: () => void }
  }
}

/**
 * Records clicks while the page's script is still loading. On a slow phone this can take seconds after the form is
 * readable.
 * This function is an inline script in the document's head, so it must not use anything else from this module. It does
 * not record clicks on links, because links work without the script.
 */
export function recordEarlyInput(): void {
  const pressed: HTMLElement[] = []
  const keep = (event: Event): void => {
    const control = (event.target as Element).closest<HTMLElement>('#page :is(button, form, [role="option"], [type="checkbox"], [type="radio"])')
    if (!control || (event.type === 'click' && control.matches('form'))) return
    event.preventDefault()
    // React listens as soon as the hydration begins. If it received the click too, a button that switches something on
    // would switch it off again.
    event.stopPropagation()
    if (pressed.at(-1) !== control) pressed.push(control)
  }
  const listen = (): void => {
    for (const type of ['click', 'submit']) addEventListener(type, keep, true)
  }
  const stop = (): void => {
    for (const type of ['click', 'submit']) removeEventListener(type, keep, true)
  }
  listen()
  window.earlyInput = { pressed, listen, stop }
}

/**
 * Repeats the input that the visitor made before React hydrated the page. Texts, selected options and files come first.
 * Then follow the recorded clicks, each after the page has reacted to the previous click. Clicks that the visitor makes
 * in the meantime are recorded too, so that a press on the submit button never precedes an answer given before it.
 */
export async function applyEarlyInput(root: HTMLElement): Promise<void> {
  const { earlyInput } = window
  if (!earlyInput) return
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
  const { pressed, listen, stop } = earlyInput
  for (let at = 0; ; at += 1) {
    await new Promise((resolve) => setTimeout(resolve))
    stop()
    const control = pressed[at]
    if (!control) return
    if (control.isConnected) {
      if (control instanceof HTMLFormElement) control.requestSubmit()
      else control.click()
    }
    listen()
  }
}

/**
 * Returns the controls whose `change` event fires in the current turn of the event loop. A browser fires `input` first
 * and then `change`. If the `input` event triggered the hydration, React receives the `change` event anyway, and must
 * not receive it twice.
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
 * Sets a select element to the option that the visitor selected before hydration, because React may have reset it to
 * the first option.
 */
function choose(control: HTMLSelectElement, value: string): void {
  control.value = value
  dispatchChange(control)
}

function dispatchChange(control: HTMLElement): void {
  control.dispatchEvent(new Event('change', { bubbles: true }))
}

/**
 * Repeats a text input in such a way that React notices it. By default, React would take the element's text for the
 * last rendered value and ignore the event. The setter on the element resets React's copy of the value; the setter on
 * the prototype then writes the text.
 */
function retype(control: HTMLInputElement | HTMLTextAreaElement): void {
  const typed = control.value
  control.value = control.defaultValue
  const prototype = control instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(control, typed)
  control.dispatchEvent(new Event('input', { bubbles: true }))
}
