import { accessibilityViolations, expectAccessible } from '../fixtures/accessibility.ts'
import { linkIn } from '../fixtures/mailbox.ts'
import { BIRTHPLACE, dayFromToday, type Person, taxCodeOf, typed } from '../fixtures/nursery.ts'
import { randomPng } from '../fixtures/png.ts'
import { expect, test } from '../fixtures/test.ts'
import type { Visitor } from '../fixtures/visitor.ts'

/** The child is one and a half years old in every run of the tests. */
const LUCIA: Person = { name: 'Lucia', surname: 'Ferrari', letters: 'FRRLCU', birthday: dayFromToday(-547), gender: 'F' }
const SARA: Person = { name: 'Sara', surname: 'Conti', letters: 'CNTSRA', birthday: '1991-05-17', gender: 'F' }
const RULES = 'Leggi e accetta le regole dei nidi'
const SEND = 'Invia la domanda'

async function fillsChild(visitor: Visitor, child: Person, taxCode = taxCodeOf(child)): Promise<void> {
  await visitor.field('Nome del bambino').fill(child.name)
  await visitor.field('Cognome del bambino').fill(child.surname)
  await visitor.main.getByRole('button', { name: 'Femmina', exact: true }).click()
  await visitor.field('Data di nascita del bambino').fill(typed(child.birthday))
  await visitor.field('Comune di nascita del bambino').fill(BIRTHPLACE.name)
  await visitor.field('Codice fiscale del bambino').fill(taxCode)
}

async function fillsParent(visitor: Visitor, taxCode = taxCodeOf(SARA)): Promise<void> {
  await visitor.field('Il tuo nome').fill(SARA.name)
  await visitor.field('Il tuo cognome').fill(SARA.surname)
  await visitor.field('La tua data di nascita').fill(typed(SARA.birthday))
  await visitor.field('Il tuo codice fiscale').fill(taxCode)
  await visitor.field('Telefono').fill('333 000 0000')
}

async function fillsPlace(visitor: Visitor): Promise<void> {
  await visitor.field('Via e numero civico').fill('Via dei Ciliegi 10')
  await visitor.field('Da quando ti serve il posto?').fill(typed(dayFromToday(40)))
  await visitor.field('Chi lavora o studia in famiglia?').selectOption('Tutti e due i genitori')
  await visitor.field('Confermo che quello che ho scritto è vero').check()
}

/** Opens the rules, scrolls to their end and accepts them. */
async function acceptsRules(visitor: Visitor): Promise<void> {
  await visitor.main.getByRole('button', { name: RULES, exact: true }).click()
  const dialog = visitor.dialog(RULES)
  await dialog.getByRole('region', { name: RULES }).evaluate((text) => text.scrollTo(0, text.scrollHeight))
  await dialog.getByRole('button', { name: 'Accetto', exact: true }).click()
  await dialog.getByRole('button', { name: 'Chiudi', exact: true }).click()
  await expect(dialog).toBeHidden()
}

test('a parent enrols a child, checks the answers and confirms the application through the mailed link', async ({ page, visitor, deployment, address }) => {
  await visitor.opens('/iscrizioni-nido')
  for (const option of ['Iscrivere al nido', 'Abitiamo a Valfiorita', 'Da 1 a 2 anni', 'La Luna', 'La Luna, tempo pieno']) {
    await visitor.option(option).click()
    await expect(visitor.step(option)).toBeVisible()
  }
  await expect(page).toHaveURL(/\/open\/medi-luna-pieno$/)
  await expectAccessible(page)
  await fillsChild(visitor, LUCIA)
  await fillsParent(visitor)
  await fillsPlace(visitor)
  const second = visitor.main.getByRole('combobox', { name: 'Un altro nido che va bene' })
  await second.fill('bosch')
  await page.getByRole('listbox').getByRole('option').click()
  await expect(second).toHaveValue('Il Boschetto – Via dei Castagni 21')
  const booklet = { name: 'vaccini.png', mimeType: 'image/png', buffer: randomPng(16) }
  await visitor.field('Foto del libretto sanitario, pagina dei vaccini').setInputFiles(booklet)
  await acceptsRules(visitor)

  await visitor.button(SEND).click()
  const check = visitor.dialog(visitor.words.checkTitle)
  await expect(check.getByRole('heading', { name: 'La Luna, tempo pieno' })).toBeVisible()
  await expect(check.getByText(taxCodeOf(LUCIA))).toBeVisible()
  await expect(check.getByText('Il Boschetto – Via dei Castagni 21')).toBeVisible()
  await expect(check.getByText('vaccini.png')).toBeVisible()
  await visitor.confirmsAnswers()
  await visitor.givesAddress(address)
  await visitor.dialog(visitor.words.confirmAddress).getByRole('button', { name: 'OK', exact: true }).click()
  await expect(visitor.heading('Domanda per Lucia')).toBeVisible()
  const ticket = await visitor.ticket()
  expect(ticket).toMatch(/^NV-/)

  const mail = await deployment.mailbox.receive(address, /^Conferma la tua richiesta agli asili nido di Valfiorita$/)
  await page.goto(linkIn(mail), { waitUntil: 'networkidle' })
  await visitor.button(visitor.words.confirm).click()
  await expect(visitor.heading(visitor.words.confirmed)).toBeVisible()
  const receipt = await deployment.mailbox.receive(address, new RegExp(ticket))
  expect(receipt.html).toContain('Ti rispondiamo entro 15 giorni')
})

test('a parent who mistakes the tax codes or the age sees at each field what is wrong, and can send after the corrections', async ({ page, visitor }) => {
  await visitor.opens('/iscrizioni-nido/open/medi-luna-pieno')
  // The tax code belongs to a boy with the same name and birthday, and the parent repeats the child's tax code.
  await fillsChild(visitor, LUCIA, taxCodeOf({ ...LUCIA, gender: 'M' }))
  await fillsParent(visitor, taxCodeOf(LUCIA))
  await fillsPlace(visitor)
  await acceptsRules(visitor)
  await visitor.button(SEND).click()
  const faults = visitor.dialog('Errore')
  await expect(faults.getByRole('listitem')).toHaveText([
    'Codice fiscale del bambino La data di nascita o il sesso inseriti non corrispondono al codice fiscale',
    'Il tuo codice fiscale Il nome inserito non corrisponde al codice fiscale',
    'Il tuo codice fiscale Il cognome inserito non corrisponde al codice fiscale',
    'Il tuo codice fiscale La data di nascita o il sesso inseriti non corrispondono al codice fiscale',
  ])
  await faults.getByRole('button', { name: 'Codice fiscale del bambino', exact: true }).click()
  await expect(visitor.field('Codice fiscale del bambino')).toBeFocused()
  expect(await accessibilityViolations(page)).toEqual([])

  // A child of three and a half years is too old for the nursery, even if the tax code is right.
  const old: Person = { ...LUCIA, birthday: dayFromToday(-1280) }
  await visitor.field('Data di nascita del bambino').fill(typed(old.birthday))
  await visitor.field('Codice fiscale del bambino').fill(taxCodeOf(old))
  await visitor.field('Il tuo codice fiscale').fill(taxCodeOf(SARA))
  await visitor.button(SEND).click()
  await expect(faults.getByRole('listitem')).toHaveText([/^Data di nascita del bambino La data non rispecchia i limiti impostati: dal .* al /])
  await visitor.button('OK').click()
  await expect(visitor.field('Data di nascita del bambino')).toHaveAccessibleDescription(/limiti impostati/)

  await visitor.field('Data di nascita del bambino').fill(typed(LUCIA.birthday))
  await visitor.field('Codice fiscale del bambino').fill(taxCodeOf(LUCIA))
  await visitor.button(SEND).click()
  await expect(visitor.dialog(visitor.words.checkTitle)).toBeVisible()
})
