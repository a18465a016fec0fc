export { type Change, changesBetween } from './changes.ts'
export { contentOperations } from './content-operations.ts'
export { branchOf, definitionOf, nodesOf, treeOf } from './definition.ts'
export { differenceOf } from './difference.ts'
export { DraftTree, type EditFault, EditRejected } from './draft-tree.ts'
export { withStaleTexts } from './follow-document.ts'
export { afterTranslation, followOriginal, type TranslatedFrom, translatedFrom, withRecord } from './follow-original.ts'
export { type GlossaryFault, glossaryFaults, glossaryOf, type TermInText, termsIn } from './glossary.ts'
export { withIds, withNewIds } from './ids.ts'
export { type CodeDifference, codeDifference, hasSameCodes, type InlinePart, inlineParts } from './inline-codes.ts'
export { setAt, valueAt } from './json-path.ts'
export { languageCopy, missingCopy, structureFollows } from './language-copy.ts'
export { withOneLanguage } from './one-language.ts'
export { isPosition, positionsAfter } from './position.ts'
export { type Overwritten, Replica, type StoredChange } from './replica.ts'
export { hasSameTemplateCodes, hasWords, type TemplateDifference, templateDifference, templateParts } from './template-codes.ts'
export {
  earlierOriginal,
  mainTemplateLanguage,
  needsTranslation,
  TEMPLATE_STATES,
  type TemplateState,
  type TranslatedTemplate,
  templateState,
} from './template-states.ts'
export { isTextPath, type NodeText, textsOf, withoutTexts, withTexts, withTranslatedTexts } from './texts.ts'
export { firstTexts, isOnlyHere, languageSteps, nameOfText, type TextState, type TranslatedText, type Translation, translationOf } from './translation.ts'
export { type LoggedChange, pushChange, type UndoableChange, type UndoStacks } from './undo.ts'
