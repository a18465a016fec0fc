import { linkIn } from '../fixtures/mailbox.ts'
import { randomPng } from '../fixtures/png.ts'
import { expect, test } from '../fixtures/test.ts'
import { hydrated, yesterday } from '../fixtures/visitor.ts'

test('a visitor using only the keyboard reports a pothole and confirms the report', { tag: '@firefox' }, async ({ page, visitor, deployment, address }) => {
  const { words } = visitor
  const { keyboard } = page
  const [first, second, third, last] = words.steps
  await visitor.opens('/comune-aurora')
  // The list reacts to keys only after hydration.
  await hydrated(page)

  await keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Vai al contenuto' })).toBeFocused()
  await keyboard.press('Enter')
  await visitor.tabsTo(visitor.picker(first))
  await keyboard.type('PROBLEMA')
  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  await expect(visitor.heading(second)).toBeFocused()
  await visitor.tabsTo(visitor.picker(second), 1)
  await keyboard.press('ArrowDown')
  await expect(visitor.option(third)).toHaveAttribute('aria-selected', 'true')
  await keyboard.press('Enter')
  await expect(visitor.heading(third)).toBeFocused()
  await visitor.tabsTo(visitor.picker(third), 1)
  await keyboard.press('ArrowUp')
  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  await expect(visitor.heading(last)).toBeFocused()

  await visitor.tabsTo(visitor.field(words.fields.address), 1)
  await keyboard.type('Via dei Tigli 12')
  await visitor.tabsTo(visitor.field(words.fields.where))
  await keyboard.press('ArrowDown')
  await visitor.tabsTo(visitor.field(words.fields.when))
  await keyboard.type(yesterday())
  await visitor.tabsTo(visitor.field(words.fields.danger))
  await keyboard.press('Space')
  await expect(visitor.field(words.fields.danger)).toBeChecked()

  // The visitor submits the form with a missing answer. The error summary moves the focus to that question.
  await visitor.tabsTo(visitor.sendButton)
  await keyboard.press('Enter')
  const faults = visitor.dialog(words.faultsTitle)
  await expect(faults.getByRole('listitem')).toHaveText([`${words.fields.what} ${words.required}`])
  await keyboard.press('Escape')
  await expect(visitor.field(words.fields.what)).toBeFocused()
  await keyboard.type('Una buca profonda davanti alla fermata.')

  await visitor.tabsTo(visitor.field(words.fields.photo))
  const choosing = page.waitForEvent('filechooser')
  await keyboard.press('Enter')
  await (await choosing).setFiles({ name: 'buca.png', mimeType: 'image/png', buffer: randomPng(16) })
  await expect(visitor.button('Rimuovi buca.png')).toBeVisible()

  await visitor.tabsTo(visitor.sendButton)
  await keyboard.press('Space')
  const check = visitor.dialog(words.checkTitle)
  await visitor.tabsTo(check.getByRole('button', { name: words.checkConfirm, exact: true }))
  await keyboard.press('Enter')
  const asking = visitor.dialog(words.emailTitle)
  await expect(asking.getByLabel(words.email, { exact: true })).toBeFocused()
  await keyboard.type(address)
  await keyboard.press('Tab')
  await keyboard.type(address)
  await keyboard.press('Enter')
  await expect(visitor.dialog(words.confirmAddress).getByRole('button', { name: 'OK', exact: true })).toBeFocused()
  await keyboard.press('Enter')
  await expect(visitor.heading(words.sentTitle)).toBeFocused()
  const ticket = await visitor.ticket()

  await page.goto(linkIn(await deployment.mailbox.receive(address, words.confirmSubject)))
  await expect(visitor.button(words.confirm)).toBeFocused()
  await keyboard.press('Enter')
  await expect(visitor.heading(words.confirmed)).toBeVisible()
  expect(await visitor.ticket()).toBe(ticket)
})

test('the focus stays inside an open dialog and returns to the previous element when the dialog is closed', async ({ page, visitor }) => {
  const { words } = visitor
  await visitor.opensReport()
  await visitor.fillsRequired()
  await visitor.sendButton.click()
  await visitor.confirmsAnswers()
  const asking = visitor.dialog(words.emailTitle)
  await expect(asking).toBeVisible()
  for (let presses = 0; presses < 8; presses++) {
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement === document.body || document.activeElement?.closest('[role=dialog],dialog') !== null)).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(asking).toBeHidden()
  await expect(visitor.sendButton).toBeFocused()
})
