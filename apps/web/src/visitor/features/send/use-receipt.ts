import { paths } from '../../../shared/paths.ts'
import { useWords } from '../../../shared/phrase.tsx'
import { authTypeOf } from '../../access/asks-before-send.ts'
import { useNavigation } from '../../navigation.tsx'
import { useCustomer } from '../../use-customer.ts'
import { keepReceipt, type Receipt, receiptOf } from './receipt.ts'
import type { Sent } from './use-send.ts'

interface ReceiptOfSend {
  /** Keeps the receipt as soon as the server has the request: a visitor who leaves for the mail app finds it in place of the form. */
  keep: (sent: Sent) => void
  show: () => void
}

/**
 * The receipt of a send. It has an address of its own, which takes the form's place in the browser's history: Back leads to the step before,
 * never to a form that would be sent twice.
 */
export function useReceipt(): ReceiptOfSend {
  const { config } = useCustomer()
  const { language } = useWords()
  const { navigate } = useNavigation()
  const address = paths.receipt(config.form_code, language)
  const survey = authTypeOf(config) === 'SURVEY'
  return {
    keep(sent) {
      keepReceipt(config.form_code, receiptOf(sent, { survey, back: wayBack() }), sent.summary_html)
      history.replaceState(null, '', address)
    },
    show: () => navigate(address, { replace: true }),
  }

  function wayBack(): Receipt['back'] {
    // A survey that each person sends once, and a personal link, lead back to nothing (visitor specification, section 2).
    if (survey) return config.metadata?.survey_compiled === undefined ? 'page' : 'none'
    if (config.session?.auth_type === 'DYNAMIC') return 'none'
    return config.session ? 'document' : 'page'
  }
}
