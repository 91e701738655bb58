// The names that `import PeachBanks` makes visible; the members of a type come with it.
// The landing page of the documentation lists them by use.
@_exported public import struct PeachBankEditing.BuildRecipe
@_exported public import enum PeachBankEditing.BuildingError
@_exported public import struct PeachBankEditing.BuiltBank
@_exported public import struct PeachBankEditing.PrunedBank
@_exported public import enum PeachBankEditing.PruningError
@_exported public import struct PeachBankEditing.PruningRecipe
@_exported public import struct PeachBankEditing.RecipeError
@_exported public import struct PeachBankFiles.BankFileError
@_exported public import struct PeachFileIO.FileAccessError
@_exported public import struct PeachServices.NoSampleCodecError
