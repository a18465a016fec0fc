import { z } from 'zod'
import { code } from '../form/code.ts'

/**
 * The code of the visitor's session. The schema accepts any text of up to 512 characters, because the server looks it
 * up in the database anyway.
 */
export const sessionCode = z.string().max(512).optional()

/**
 * The code of a preview. It must be impossible to guess, because anyone who knows it can open the draft without signing
 * in.
 */
export const previewCode = z.string().regex(/^~[A-Za-z0-9_-]{32}$/)

/** Key of the mailed link of a saved draft. Any text is accepted, because the server looks up its hash. */
export const savedDraftKey = z.string().min(1).max(128)
/** A second factor as the visitor typed it. */
export const secondFactor = z.string().min(1).max(200)

export const customerParams = z.object({ customerCode: code })
export const tagParams = z.object({ customerCode: code, codeTag: code })
/**
 * Parameters of the API calls that also work for previews of drafts. All other visitor API calls reject the code of a
 * preview.
 */
export const shownParams = z.object({ customerCode: z.union([code, previewCode]) })
export const shownTagParams = shownParams.extend({ codeTag: code })
export const previewParams = z.object({ customerCode: previewCode })
export const codeQuery = z.object({ code: sessionCode })
