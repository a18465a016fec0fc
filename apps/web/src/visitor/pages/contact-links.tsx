import { useEffect, useState } from 'react'
import { useWords } from '../../shared/phrase.tsx'
import { breakable } from '../../shared/ui/breakable.tsx'
import { customerMail, customerPhone } from '../features/layout/customer-contacts.ts'
import { useNavigation } from '../navigation.tsx'

/** A text, and links to the customer's phone and mail with their number and address. Shows the text without them only if it stands alone. */
export function ContactLinks({ text, alone = false }: { text: string; alone?: boolean }) {
  const { t } = useWords()
  const { page } = useNavigation()
  const [contacts, setContacts] = useState<{ phone?: ReturnType<typeof customerPhone>; mail?: ReturnType<typeof customerMail> }>({})
  // They are read from the footer's HTML, which only browsers can parse.
  useEffect(() => setContacts({ phone: customerPhone(page), mail: customerMail(page) }), [page])
  const { phone, mail } = contacts
  if (!alone && !phone && !mail) return null
  return (
    <p className="contact-links">
      {text} {phone && <a href={phone.href}>{t('ricerca_chiama', phone.text)}</a>}
      {phone && mail && ' · '}
      {mail && <a href={mail.href}>{breakable(t('scrivi_a', mail.text))}</a>}
    </p>
  )
}
