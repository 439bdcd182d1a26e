"""Tables for people: in the browser (`cardzoo.table.web`) and on the terminal (`cardzoo.table.terminal`)."""
