import { type TagView, type TermsField, termsOf } from '@sportello/contract'
import { useTermsDialog } from './use-terms-dialog.tsx'

/** Button in the footer that opens the last terms of the given steps. Shows nothing if the steps have no terms. */
export function TermsLink({ steps }: { steps: readonly TagView[] }) {
  const terms = termsOf(steps).findLast((field) => !field.hidden)
  return terms && <TermsButton field={terms} />
}

function TermsButton({ field }: { field: TermsField }) {
  const { name, show, dialog } = useTermsDialog(field)
  return (
    <>
      <button type="button" className="footer-link" aria-haspopup="dialog" onClick={show}>
        {name}
      </button>
      {dialog}
    </>
  )
}
