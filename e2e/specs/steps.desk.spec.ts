import type { Locator } from '@playwright/test'
import { phrases } from '@sportello/phrases'
import { accessibilityViolations } from '../fixtures/accessibility.ts'
import { expect, test } from '../fixtures/test.ts'
import { hydrated } from '../fixtures/visitor.ts'

const leaf = (code_tag: string, tag_description: string) => ({ code_tag, tag_description, form_fields: [], children: [] })

/** A form whose first option leads to a step that requires a sign-in. */
const taxes = {
  definitions: [
    {
      code_tag: 'tasse',
      tag_description: 'Tasse comunali',
      class: 'info',
      form_params: { form_title: 'Ufficio tasse', auth_type: ['FREE'] },
      form_fields: [],
      children: [{ ...leaf('conto', 'La mia situazione'), disabled: true }, leaf('rifiuti', 'Rifiuti'), leaf('case', 'Case'), leaf('rimborsi', 'Rimborsi')],
    },
  ],
  forms: [{ code_form: 'tasse', description: 'Ufficio tasse', code_tag: 'tasse', active: true }],
}

test('an option that requires a sign-in comes last, gives the reason and cannot be chosen', async ({ page, visitor, deployment }) => {
  await deployment.importBundle(taxes)
  await visitor.opens('/tasse')
  await hydrated(page)
  const options = visitor.step('Tasse comunali').getByRole('option')
  await expect(options).toHaveCount(4)
  const locked = options.last()
  await expect(locked).toHaveAccessibleName('La mia situazione')
  await expect(locked).toHaveAttribute('aria-disabled', 'true')
  await expect(locked).toHaveAttribute('title', 'Necessaria autenticazione')
  await expect(locked).toHaveAccessibleDescription(/Necessaria autenticazione/)
  await locked.press('Enter')
  await expect(locked.getByRole('status')).toHaveText(phrases.it.visitor.opzione_riservata)
  await locked.click({ force: true })
  await expect(locked.getByRole('status')).toHaveText(phrases.it.visitor.opzione_riservata)
  // If a step has only four options, its search box is visible only while it has the focus.
  const search = await visitor.picker('Tasse comunali').locator('..').boundingBox()
  expect(search?.width).toBeLessThanOrEqual(1)
  // The arrow keys move through the three enabled options, and from the last option back to the first.
  const picker = visitor.picker('Tasse comunali')
  for (let presses = 0; presses < 4; presses++) await picker.press('ArrowDown')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  expect((await picker.boundingBox())?.width).toBeGreaterThan(200)
  await picker.fill('situazione')
  await expect(options).toHaveCount(1)
  await picker.press('Enter')
  await expect(page).toHaveURL(/\/tasse$/)
  await expect(visitor.main.getByRole('region')).toHaveCount(1)
})

test('if the options are radio buttons, the arrow keys move the focus and Space opens the next step', async ({ page, visitor, deployment }) => {
  const [definition] = taxes.definitions
  await deployment.importBundle({
    definitions: [{ ...definition, code_tag: 'tasse-radio', form_params: { ...definition?.form_params, show_radio_buttons: true } }],
    forms: [{ code_form: 'tasse-radio', description: 'Ufficio tasse', code_tag: 'tasse-radio', active: true }],
  })
  await visitor.opens('/tasse-radio')
  await hydrated(page)
  const group = visitor.step('Tasse comunali').getByRole('radiogroup', { name: 'Tasse comunali', exact: true })
  const radios = group.getByRole('radio')
  await expect(radios).toHaveText([/^Rifiuti/, /^Case/, /^Rimborsi/, /^La mia situazione/])
  expect(await accessibilityViolations(page)).toEqual([])
  await radios.first().focus()
  await page.keyboard.press('ArrowUp')
  await expect(radios.last()).toBeFocused()
  await expect(radios.last()).toHaveAccessibleDescription(/Necessaria autenticazione/)
  await page.keyboard.press('Space')
  await expect(page).toHaveURL(/\/tasse-radio$/)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(radios.nth(1)).toBeFocused()
  await expect(radios.nth(1)).not.toBeChecked()
  await page.keyboard.press('Space')
  await expect(page).toHaveURL(/\/tasse-radio\/open\/case$/)
  await expect(page.getByRole('heading', { name: 'Case' })).toBeFocused()
  await visitor.button('Mostra Tasse comunali').click()
  await expect(group.getByRole('radio', { checked: true })).toHaveAccessibleName('Case')
})

test('the search box of a step ignores accents, also finds options by their description, and says if there is no match', async ({ visitor }) => {
  await visitor.opens('/comune-aurora')
  const picker = visitor.picker('Italiano')
  const options = visitor.step('Italiano').getByRole('option')
  await picker.fill('IDENTITA')
  await expect(options).toHaveAccessibleName('Certificati, residenza e carta d’identità')
  await picker.fill('lampioni')
  await expect(options).toHaveAccessibleName('Segnalare un problema')
  await picker.fill('zzz')
  await expect(options).toHaveCount(0)
  await expect(visitor.main.getByRole('status').getByText('Nessuna opzione corrisponde alla ricerca')).toBeVisible()
  await picker.press('Escape')
  await expect(options).toHaveCount(7)
})

test('a visitor who changes an earlier choice must confirm in a dialog with both options, and the later steps are dropped', async ({ page, visitor }) => {
  const { words } = visitor
  await visitor.opensReport()
  await visitor.showsWay()
  await visitor.button(words.showFirst).click()
  const taxes = visitor.option('Tasse comunali')
  await taxes.click()
  const dialog = visitor.dialog(words.changeTitle)
  await expect(dialog.getByRole('definition')).toHaveText(['Segnalare un problema', 'Tasse comunali'])
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(visitor.step(words.steps[3])).toBeVisible()

  await taxes.click()
  await page.mouse.click(5, 5)
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await taxes.click()
  await dialog.getByRole('button', { name: words.keepChoice, exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/\/open\/buche-stradali$/)

  await taxes.click()
  await dialog.getByRole('button', { name: words.changeChoice, exact: true }).click()
  await expect(visitor.heading('Tasse comunali')).toBeFocused()
  await expect(visitor.main.getByRole('region')).toHaveCount(2)
  await expect(page).toHaveURL(/\/open\/tributi$/)
})

test('a visitor who chooses the same option again, or an option of the open step, is not asked for confirmation', async ({ page, visitor }) => {
  const { words } = visitor
  await visitor.opensReport()
  await visitor.showsWay()
  await visitor.button(words.showFirst).click()
  await visitor.option(words.steps[1]).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(/\/open\/buche-stradali$/)
  await visitor.opens('/comune-aurora/open/strade')
  await visitor.option('Semaforo guasto').click()
  await expect(visitor.step('Semaforo guasto')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a finished step is collapsed to the chosen option and can be expanded', async ({ visitor }) => {
  const { words } = visitor
  await visitor.opensReport()
  const finished = visitor.step(words.steps[1])
  await expect(finished).toBeHidden()
  await visitor.showsWay()
  await expect(finished.getByText('Scelta: Strade e marciapiedi')).toBeVisible()
  await expect(finished.getByRole('listbox')).toBeHidden()
  await visitor.button('Mostra Segnalare un problema').click()
  await expect(finished.getByRole('listbox')).toBeVisible()
  await expect(finished.getByRole('option', { selected: true })).toHaveAccessibleName(words.steps[2])
  await expect(visitor.button('Nascondi Segnalare un problema')).toHaveAttribute('aria-expanded', 'true')
  await visitor.button('Nascondi Segnalare un problema').click()
  await expect(finished.getByRole('listbox')).toBeHidden()
})

test('the browser’s Back and Forward buttons move between the steps without losing input', async ({ page, visitor }) => {
  const { words } = visitor
  await visitor.opens('/comune-aurora')
  await visitor.choosesTheWay()
  await visitor.field(words.fields.address).fill('Via dei Tigli 12')
  await page.goBack()
  await expect(visitor.step(words.steps[3])).toBeHidden()
  await expect(visitor.step(words.steps[2])).toBeVisible()
  await page.goBack()
  await expect(visitor.step(words.steps[2])).toBeHidden()
  await page.goForward()
  await page.goForward()
  await expect(visitor.field(words.fields.address)).toHaveValue('Via dei Tigli 12')
})

test('on a wide screen the breadcrumb links to every step', async ({ page, visitor }) => {
  const { words } = visitor
  await visitor.opensReport()
  const trail = page.getByRole('navigation', { name: 'Percorso' })
  await expect(trail.getByRole('link')).toHaveText(['', ...words.steps.slice(1)])
  await expect(trail.getByRole('link', { name: words.steps[3] })).toHaveAttribute('aria-current', 'step')
  await trail.getByRole('link', { name: words.steps[1] }).click()
  await expect(page).toHaveURL(/\/open\/segnalazioni$/)
  await expect(visitor.step(words.steps[2])).toHaveCount(0)
  await trail.getByRole('link', { name: 'Inizio' }).click()
  await expect(page).toHaveURL(/\/comune-aurora$/)
})

test('after a failed submission of one step, the fields of another step show no errors', async ({ visitor }) => {
  const { words } = visitor
  await visitor.opensReport()
  await visitor.sendButton.click()
  await visitor.dialog(words.faultsTitle).getByRole('button', { name: 'OK', exact: true }).click()
  await expect(visitor.field(words.fields.address)).toHaveAttribute('aria-invalid', 'true')
  await visitor.showsWay()
  await visitor.button('Mostra Strade e marciapiedi').click()
  await visitor.option('Semaforo guasto').click()
  await visitor.button(words.changeChoice).click()
  await expect(visitor.step('Semaforo guasto')).toBeVisible()
  await expect(visitor.main.getByText(words.required)).toHaveCount(0)
})

test('if the connection is lost between two steps, the page stays open, and a retry opens the next step', async ({
  page,
  context,
  visitor,
  expectConsoleError,
}) => {
  const { words } = visitor
  expectConsoleError(/ERR_INTERNET_DISCONNECTED/)
  await visitor.opens('/comune-aurora/open/strade')
  await context.setOffline(true)
  await visitor.option(words.steps[3]).click()
  const lost = visitor.dialog('Attenzione!')
  await expect(lost.getByText(/Connessione assente o interrotta/)).toBeVisible()
  await expect(page).toHaveURL(/\/open\/strade$/)
  await context.setOffline(false)
  await lost.getByRole('button', { name: words.retry, exact: true }).click()
  await expect(visitor.step(words.steps[3])).toBeVisible()
  await expect(lost).toBeHidden()
})

test('the Tab key moves from the search box of a step to its options, one after the other', async ({ page, visitor }) => {
  const [first, second] = visitor.words.steps
  await visitor.opens('/comune-aurora')
  await visitor.tabsTo(visitor.picker(first))
  const options = visitor.step(first).getByRole('option')
  for (const at of [0, 1]) {
    await page.keyboard.press('Tab')
    await expect(options.nth(at)).toBeFocused()
  }
  await visitor.option(second).focus()
  await page.keyboard.press('Enter')
  await expect(visitor.heading(second)).toBeFocused()
})

test('the main heading is visible, and the numbers of the steps start after the language step', async ({ page, visitor }) => {
  const [language, first, second] = visitor.words.steps
  await visitor.opens('/comune-aurora/open/strade')
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toHaveText('Comune di Aurora – Sportello online')
  expect((await title.boundingBox())?.height, 'the heading is drawn').toBeGreaterThan(10)
  const drawn = (step: string) =>
    visitor
      .step(step)
      .getByRole('heading')
      .evaluate((heading: HTMLElement) => heading.querySelector('[aria-hidden]')?.textContent ?? heading.textContent)
  expect(await drawn(language)).toBe('Inizio')
  expect(await drawn(first)).toBe(first)
  await expect(visitor.step(second).locator('.step-marker')).toHaveText('2')
})

test('options and alerts show the icons that the author specifies by name or as an emoji', async ({ visitor, deployment }) => {
  const alert = (ordering: number, icon: string) => ({ type: 'ALERT', ordering, value: { variant: 'danger', icon, text: `<p>${icon}</p>` } })
  await deployment.importBundle({
    definitions: [
      {
        code_tag: 'icone',
        tag_description: 'Icone',
        form_params: { form_title: 'Icone', auth_type: ['FREE'] },
        form_fields: [alert(1, 'phone')],
        children: [
          { ...leaf('icone-auto', 'Auto'), icon: 'car', children: [{ ...leaf('icone-fari', 'Fari'), icon: 'lamp' }] },
          { ...leaf('icone-posta', 'Posta'), icon: '✉️' },
        ],
      },
    ],
    forms: [{ code_form: 'icone', description: 'Icone', code_tag: 'icone', active: true }],
  })
  await visitor.opens('/icone')
  const shape = (within: Locator) => within.locator('svg.option-icon use')
  async function isDrawn(within: Locator, address: RegExp): Promise<void> {
    await expect(shape(within)).toHaveAttribute('href', address)
    // The page, or the file with all icons, contains this icon.
    await expect.poll(() => shape(within).evaluate((use: SVGUseElement) => use.getBBox().width)).toBeGreaterThan(0)
  }
  // The first page contains its icons.
  await isDrawn(visitor.option('Auto'), /^#icon-car$/)
  await isDrawn(visitor.option('Posta'), /^#icon-mail$/)
  await isDrawn(visitor.main.locator('.alert'), /^#icon-phone$/)
  await visitor.option('Auto').click()
  await isDrawn(visitor.option('Fari'), /^\/assets\/sprite-.*\.svg#lamp$/)
})

test('an option below an unanswered required question shows the error and opens the next step only after the answer', async ({ page, visitor }) => {
  await visitor.opens('/comune-aurora/open/certificati')
  const question = visitor.field('A chi lo devi dare?')
  await visitor.option('Residenza').click()
  await expect(question).toBeFocused()
  await expect(question).toHaveAccessibleDescription(/Il campo è richiesto/)
  await expect(page).toHaveURL(/\/open\/certificati$/)
  await question.selectOption('A un ufficio all’estero')
  await visitor.option('Residenza').press('Enter')
  await expect(visitor.step('Residenza')).toBeVisible()
  await expect(visitor.main.getByText('Manca una risposta')).toHaveCount(0)
})
