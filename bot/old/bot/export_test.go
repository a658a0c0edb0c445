package bot

// ReasonText is for tests in every language.
var ReasonText = reasonText
