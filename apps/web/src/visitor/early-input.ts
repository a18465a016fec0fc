declare global {
  interface Window {
    /** What was pressed before the page answered, in order; `stop` ends the keeping. */
    earlyInput?: { pressed: HTMLElement[]; stop: () => void }
  }
}

/**
 * Keeps what is pressed while the page's script is still on its way, which on a slow phone is seconds after the form can be read. Runs as a script of
 * the document's head: it stands alone, without anything of this module. Links do their work by themselves and are left alone.
 */
export function keepEarlyInput(): void {
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

/** Takes over what was typed, chosen and attached before the page answered, then does what was pressed, each on the page as the one before left it. */
export async function takeEarlyInput(root: HTMLElement): Promise<void> {
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
      if (control.value) changed.push({ control, tell: () => tellChange(control) })
    } else if (control.value !== control.defaultValue) retype(control)
  }
  if (changed.length > 0) {
    const told = await changesOfThisMoment(root)
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
 * The controls whose `change` event comes in the present turn of the event loop. A browser sends `input` and then `change`; where React has taken
 * the page over because of the first, it hears the second by itself, and must not hear it twice.
 */
async function changesOfThisMoment(root: HTMLElement): Promise<Set<EventTarget | null>> {
  const told = new Set<EventTarget | null>()
  const hear = (event: Event): void => void told.add(event.target)
  root.addEventListener('change', hear, true)
  await new Promise((resolve) => setTimeout(resolve))
  root.removeEventListener('change', hear, true)
  return told
}

/** @param value what was chosen; React may have put the first option back since */
function choose(control: HTMLSelectElement, value: string): void {
  control.value = value
  tellChange(control)
}

function tellChange(control: HTMLElement): void {
  control.dispatchEvent(new Event('change', { bubbles: true }))
}

/**
 * React takes the value that it finds for its own and would tell nobody. Its setter stands on the element, the platform's on the prototype: the first
 * tells React that the field is as it was, the second types.
 */
function retype(control: HTMLInputElement | HTMLTextAreaElement): void {
  const typed = control.value
  control.value = control.defaultValue
  const prototype = control instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(control, typed)
  control.dispatchEvent(new Event('input', { bubbles: true }))
}
