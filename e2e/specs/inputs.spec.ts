import type { Locator } from '@playwright/test'
import type { InputType } from '@sportello/fields'
import { prefilledForm } from '../fixtures/entry-routes.ts'
import { expect, test } from '../fixtures/test.ts'
import type { Visitor } from '../fixtures/visitor.ts'

test.use({ locale: 'it-IT' })

interface Seen {
  /** Label of one input on the demonstration page that shows all input types. */
  label: string
  /** Finds the control of the input. Needed if the control does not have the label as its accessible name. */
  control?: (main: Locator) => Locator
  /**
   * True for a group of controls. The group then has the name and the description, and each control has `aria-invalid`.
   */
  group?: true
  /** Error message of the required input if it is empty. Set only if the message differs from the usual message. */
  fault?: string
}

/** One row for each input type in the gallery. The test does not compile if an input type is missing. */
const seen: { [T in InputType]: Seen } = {
  text: { label: 'Testo' },
  textarea: { label: 'Testo lungo' },
  email: { label: 'Indirizzo di posta' },
  int: { label: 'Numero intero' },
  numeric: { label: 'Numero con decimali' },
  boolean: { label: 'Casella' },
  select: { label: 'Elenco' },
  select_data_source: { label: 'Elenco da un servizio' },
  date: { label: 'Giorno' },
  file: { label: 'Allegati' },
  multi_checkbox: { label: 'Più caselle', group: true, control: (main) => main.getByRole('group', { name: 'Più caselle', exact: true }) },
  slider: { label: 'Cursore', fault: 'Selezionare un valore' },
  array: { label: 'Lista', group: true, control: (main) => main.getByRole('group', { name: 'Lista', exact: true }) },
  codfis: { label: 'Codice fiscale' },
}
const types = Object.entries(seen) as [InputType, Seen][]
const controlOf = ({ main }: Visitor, { label, control }: Seen) => control?.(main) ?? main.getByLabel(label, { exact: true })

test('every input type has an accessible name, description and error message', async ({ visitor }) => {
  await visitor.opens('/gallery/open/obbligatori')
  for (const [type, each] of types) {
    const control = controlOf(visitor, each)
    await expect(control, type).toHaveCount(1)
    await expect(control, type).toHaveAccessibleName(each.label)
    await expect(control, type).toHaveAccessibleDescription(/Una spiegazione breve/)
    await expect(control, `${type} is neutral before anybody sends`).not.toHaveAttribute('aria-invalid')
    if (!each.group) await expect(control, type).toHaveAttribute('aria-required', 'true')
  }
  await visitor.button('Invia Richiesta').click()
  await visitor.button('OK').click()
  for (const [type, each] of types) {
    const control = controlOf(visitor, each)
    const fault = each.fault ?? 'Il campo è richiesto'
    if (each.group) {
      const inner = control.getByRole(type === 'array' ? 'textbox' : 'checkbox').first()
      await expect(inner, type).toHaveAttribute('aria-invalid', 'true')
      await expect(type === 'array' ? inner : control, type).toHaveAccessibleDescription(new RegExp(fault))
    } else {
      await expect(control, type).toHaveAttribute('aria-invalid', 'true')
      await expect(control, type).toHaveAccessibleDescription(new RegExp(fault))
      await expect(control, type).toHaveAccessibleErrorMessage(fault)
    }
  }
})

test('the Tab key reaches every input type in the order of the page', async ({ page, visitor }) => {
  await visitor.opens('/gallery/open/obbligatori')
  await expect(visitor.field('Elenco da un servizio')).toBeEditable()
  const fields = await visitor.main
    .locator('.field')
    .evaluateAll((all) => all.map((each) => each.querySelector('.field-label')?.textContent?.replace(/\*.*/, '') ?? ''))
  await visitor.heading('Vuoti e obbligatori').focus()
  const reached: string[] = []
  for (let presses = 0; presses < 60 && reached.length < fields.length; presses++) {
    await page.keyboard.press('Tab')
    const label = await page.evaluate(() => document.activeElement?.closest('.field')?.querySelector('.field-label')?.textContent?.replace(/\*.*/, '') ?? '')
    if (label !== '' && reached.at(-1) !== label) reached.push(label)
  }
  expect(reached).toEqual(fields)
  expect(types.map(([, { label }]) => label).filter((label) => !fields.includes(label))).toEqual([])
})

test('fields for the visitor’s personal data have autocomplete tokens', async ({ visitor, deployment }) => {
  const form = 'autocompila'
  await deployment.importOnce(form, prefilledForm(form, ['FREE']))
  await visitor.opens(`/${form}/open/rimborso`)
  const phone = visitor.field('Telefono')
  await expect(phone).toHaveAttribute('autocomplete', 'tel')
  await expect(phone).toHaveAttribute('type', 'tel')
  await expect(phone).toHaveAttribute('inputmode', 'tel')
  await expect(visitor.field('Cognome')).toHaveAttribute('autocomplete', 'family-name')
})

test('the counter of a text appears with the focus, and stays while the field has a text', async ({ visitor }) => {
  await visitor.opens('/comune-aurora/open/buche-stradali')
  const address = visitor.field('Via e numero civico')
  const counter = (text: string) => visitor.main.getByText(text, { exact: true })
  await expect(counter('0/120')).toBeHidden()
  await address.focus()
  await expect(counter('0/120')).toBeVisible()
  await address.fill('Via Roma')
  await address.blur()
  await expect(counter('8/120')).toBeVisible()
})
